# The program in an image of its own: docker build -t rummygym . && docker run --rm -it rummygym play
# Datasets: docker run --rm -v "$PWD:/work" rummygym collect --agents min-dist,random --games 200 --out data
FROM --platform=$BUILDPLATFORM golang:1.26 AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
ARG TARGETOS TARGETARCH
RUN version=$(sed -n 's/^__version__ = "\(.*\)"$/\1/p' python/rummygym/__init__.py) && \
    CGO_ENABLED=0 GOOS=$TARGETOS GOARCH=$TARGETARCH go build -trimpath -buildvcs=false -ldflags="-s -w -X rummygym/cmd/rummygym/internal/cli.released=$version" -o /rummygym ./cmd/rummygym
RUN mkdir /work

FROM scratch
COPY LICENSE NOTICE /
COPY --from=build /rummygym /rummygym
# The user may write only here, or in what is mounted here: play saves its game in the current folder.
COPY --from=build --chown=1000:1000 /work /work
USER 1000:1000
WORKDIR /work
ENTRYPOINT ["/rummygym"]
CMD ["help"]
