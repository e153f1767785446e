const dayMs = 86_400_000
const minuteMs = 60_000

/** Dates of the demo data, relative to the time of seeding. */
export class DemoClock {
  readonly now: Date

  constructor(now: Date) {
    this.now = now
  }

  minutesAgo(minutes: number): Date {
    return new Date(this.now.getTime() - minutes * minuteMs)
  }

  /** @param time of that day in UTC, `09:30` */
  daysAgo(days: number, time = '09:30'): Date {
    const day = new Date(this.now.getTime() - days * dayMs).toISOString().slice(0, 10)
    return new Date(`${day}T${time}:00.000Z`)
  }

  inDays(days: number): Date {
    return new Date(this.now.getTime() + days * dayMs)
  }
}
