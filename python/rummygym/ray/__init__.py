"""Collecting and evaluating on a Ray cluster, with the results of one machine.

The command line is ``python -m rummygym.ray``; docs/scale-out.md shows it. It needs ``rummygym[ray]``.
"""
