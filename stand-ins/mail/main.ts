import { dataFolderOf, readPort, runStandIn } from '../serving/run-stand-in.ts'
import { buildMail } from './build-mail.ts'

await runStandIn('mail stand-in', () =>
  buildMail({
    port: readPort('MAIL_PORT', 9004),
    smtpPort: readPort('MAIL_SMTP_PORT', 9025),
    dataFolder: dataFolderOf('mail'),
  }),
)
