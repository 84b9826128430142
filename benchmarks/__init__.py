"""Measurements that take too long for the test suite; each prints a table and writes JSON."""
