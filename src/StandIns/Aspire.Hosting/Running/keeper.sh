# Keeps one child: runs it in a session of its own, ends when it ends and with its code, and ends it when the
# AppHost closes the pipe on stdin, which also happens when the AppHost is killed.
#
#   bash -p -c <this file> keeper:<resource> <lock file or empty> <grace in seconds> <program> <arguments...>
#
# The first line on stdout is the child's pid; everything after that comes from the child.
lock=$1 grace=$2
shift 2

# Held shared until the keeper is gone, so that a later start can wait for what a killed one left behind.
if [ -n "$lock" ]; then
  exec 8<>"$lock" && flock --shared 8 || exit 125
fi

# A background job ignores SIGINT and SIGQUIT by default; the child shall not. It gets neither the pipe nor the lock.
exec 7<&0
( trap - INT QUIT; exec 7<&- 8>&-; echo "$BASHPID"; exec setsid "$@" ) </dev/null &
child=$!

# The pipe to a dead AppHost would kill the keeper at its next word, and a stray signal must not stop it half way.
exec </dev/null >/dev/null 2>&1
trap '' HUP INT TERM

# The watcher: when the pipe ends, ask the child (a frozen one must be thawed to hear it), wait, then insist.
(
  exec 8>&-
  while read -r -u 7 _; do :; done
  kill -TERM "$child"
  kill -CONT "$child"
  exec 9<> <(:)
  for ((tenths = grace * 10; tenths > 0; tenths--)); do
    kill -0 "$child" || exit 0
    read -r -t 0.1 -u 9 _
  done
  kill -KILL -- -"$child"
) &
watcher=$!

wait "$child"
code=$?
kill -KILL "$watcher"
wait "$watcher"

# What the child leaves running dies too. Killed is not yet gone, and the lock shall mean gone (a zombie that nobody
# reaps would be there for ever, so not longer than a moment).
if kill -KILL -- -"$child"; then
  exec 9<> <(:)
  for ((moments = 20; moments > 0; moments--)); do
    kill -0 -- -"$child" || break
    read -r -t 0.01 -u 9 _
  done
fi
exit "$code"
