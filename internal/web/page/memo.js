import { Component, h } from "preact";

/** A component that is drawn again only if same(old properties, new ones) is false. */
export function memo(component, same) {
  return class extends Component {
    shouldComponentUpdate(next) {
      return !same(this.props, next);
    }
    render(props) {
      return h(component, props);
    }
  };
}
