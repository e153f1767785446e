/**
 * Preloaded into every process of the local run: should the command that started it be killed outright, the process ends
 * too, so that nothing is left running. The channel says nothing; that it closes is the message.
 */
import process from 'node:process'

process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
process.channel?.unref()
