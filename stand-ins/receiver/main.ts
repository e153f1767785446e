import { dataFolderOf, readPort, runStandIn } from '../serving/run-stand-in.ts'
import { buildReceiver } from './build-receiver.ts'

await runStandIn('webhook receiver stand-in', () =>
  buildReceiver({ port: readPort('RECEIVER_PORT', 9007), dataFolder: dataFolderOf('receiver') }),
)
