import type { Orm } from '../db/database.ts'
import type { Mail } from '../gateways/mail/mail.ts'
import type { Delay, JobData, JobName, Jobs, OtherJobName } from '../jobs/jobs.ts'

export interface SentJob<Name extends JobName = JobName> {
  name: Name
  data: JobData[Name]
  delay?: Delay
}

/** A job queue that records jobs without running them. */
export class FakeJobs implements Jobs {
  readonly sent: SentJob[] = []

  async send<Name extends OtherJobName>(
    _db: Orm,
    name: Name,
    data: JobData[Name],
    delay?: Delay,
  ): Promise<void> {
    this.sent.push(delay ? { name, data, delay } : { name, data })
  }

  async sendMail(_db: Orm, _accountId: string, mail: Mail): Promise<void> {
    this.sent.push({ name: 'mail.send', data: mail })
  }

  /** Returns the mails to an address, oldest first. */
  mailsTo(address: string): Mail[] {
    return this.sent
      .filter((job): job is SentJob<'mail.send'> => job.name === 'mail.send')
      .map((job) => job.data)
      .filter((mail) => mail.to === address)
  }
}
