"""A run says what it skipped, and with --strict-skips it fails for it. A plugin that imports nothing of the house."""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--strict-skips", action="store_true", help="a skipped test fails the run (CI installs everything)"
    )


def _skips(config: pytest.Config) -> list[str]:
    """Each skip as "where: why", in the order of the run."""
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    if reporter is None:
        return []
    told = []
    for report in reporter.stats.get("skipped", []):
        why = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
        told.append(f"{report.nodeid}: {why.removeprefix('Skipped: ')}")
    return told


def pytest_sessionfinish(session: pytest.Session) -> None:
    if (
        session.config.getoption("--strict-skips")
        and _skips(session.config)
        and session.exitstatus == pytest.ExitCode.OK
    ):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    skipped = _skips(config)
    if not skipped:
        return
    strict = config.getoption("--strict-skips")
    terminalreporter.section("skipped, which --strict-skips makes a failure" if strict else "skipped")
    for line in skipped:
        terminalreporter.write_line(line)
