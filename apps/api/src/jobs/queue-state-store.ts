/** Reads the state of the job queue that pg-boss does not report itself. */
import type { Queue } from '../db/database.ts'

/** Jobs that failed permanently are copied into this queue, which no worker processes. */
export const parkedQueue = 'jobs.parked'

/**
 * Returns by job how long the oldest job that could run has been waiting, in seconds. A delivery can't run while another one to the same
 * webhook runs. Otherwise, the backlog of one slow server would look like a queue that is late.
 */
export async function readWaitingSeconds(queue: Queue): Promise<Map<string, number>> {
  const { rows } = await queue.executeSql(
    `select name, extract(epoch from now() - min(greatest(created_on, start_after)))::float8 as seconds
     from pgboss.job waiting where state < 'active' and start_after <= now() and name <> $1
       and not (name = 'webhooks.deliver' and exists (
         select from pgboss.job running
         where running.name = waiting.name and running.state = 'active' and running.group_id = waiting.group_id
       ))
     group by name`,
    [parkedQueue],
  )
  return new Map((rows as { name: string; seconds: number }[]).map(({ name, seconds }) => [name, seconds]))
}

/** Counts parked jobs by the queue that they failed in. */
export async function countParked(queue: Queue): Promise<Map<string, number>> {
  const { rows } = await queue.executeSql(
    `select source_name as name, count(*)::int as count
     from pgboss.job where name = $1 and state < 'active' group by source_name`,
    [parkedQueue],
  )
  return new Map((rows as { name: string; count: number }[]).map(({ name, count }) => [name, count]))
}
