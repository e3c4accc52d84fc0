"""A server of the games for OpenEnv. "openenv push" asks for this file and for client.py."""
