import { join } from 'node:path'
import { readPort, runStandIn } from '../serving/run-stand-in.ts'
import { buildMail } from './build-mail.ts'

await runStandIn('mail stand-in', async () => {
  const { MAIL_PORT, MAIL_SMTP_PORT, DATA_DIR } = process.env
  return buildMail({
    port: readPort('MAIL_PORT', MAIL_PORT, 9004),
    smtpPort: readPort('MAIL_SMTP_PORT', MAIL_SMTP_PORT, 9025),
    dataFolder: join(DATA_DIR || '.data', 'stand-ins', 'mail'),
  })
})
