"""The PostgreSQL server of the tests, if there is one."""

from __future__ import annotations

import os
import uuid
from contextlib import contextmanager

import pytest

SERVER = os.environ.get("TENPHASE_TEST_POSTGRES", "")

needs_postgres = pytest.mark.skipif(
    not SERVER, reason="TENPHASE_TEST_POSTGRES names no PostgreSQL server"
)


@contextmanager
def database():
    """The conninfo of a fresh schema of its own on that server."""
    import psycopg
    from psycopg.conninfo import make_conninfo

    schema = f"tenphase_test_{uuid.uuid4().hex}"
    with psycopg.connect(SERVER, autocommit=True) as connection:
        connection.execute(f"CREATE SCHEMA {schema}")
        try:
            yield make_conninfo(SERVER, options=f"-c search_path={schema}")
        finally:
            connection.execute(f"DROP SCHEMA {schema} CASCADE")
