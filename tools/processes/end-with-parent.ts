/** Preloaded into every process of the local run. Its stdin closes when the parent ends, even if the parent was killed. */
import process from 'node:process'

// The signal also reaches Node's watch mode, which starts this process and does not load this file. SIGTERM is not enough: a process whose
// output no one reads can hang while it writes its last lines.
process.stdin.on('end', () => process.kill(0, 'SIGKILL')).resume()
process.stdin.unref()
