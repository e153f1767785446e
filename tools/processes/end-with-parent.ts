/**
 * Preloaded into every process of the local run. If the command that started the process is killed, the IPC channel
 * closes and the process exits, so that nothing is left running.
 */
import process from 'node:process'

process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
process.channel?.unref()
