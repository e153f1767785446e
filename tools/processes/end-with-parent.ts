/** Preloaded by `startProcessGroup`. Its stdin is a pipe that closes when the parent ends, even if the parent was killed. */
import process from 'node:process'

// Process 0 means the whole process group, which startProcessGroup creates for this process alone. Never preload this file elsewhere.
// Killing the group also ends Node's watch mode, which doesn't load this file. SIGTERM is not enough: a process whose output isn't read can
// hang while it writes its last lines.
process.stdin.on('end', () => process.kill(0, 'SIGKILL')).resume()
process.stdin.unref()
