import { DrizzleQueryError } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import type { Orm } from './database.ts'
import { ReplicaReads } from './replica.ts'

const primary = { name: 'primary' } as unknown as Orm
const replica = { name: 'replica' } as unknown as Orm
const failureWith = (code: string) =>
  new DrizzleQueryError('select 1', [], Object.assign(new Error('failed'), { code }))

/** Makes a replica that fails with `code`, and records which database each read was sent to. */
function makeFailingReplica(code: string) {
  let now = 0
  const asked: Orm[] = []
  const failures: Error[] = []
  const reads = new ReplicaReads(
    primary,
    replica,
    (error) => failures.push(error),
    () => now,
  )
  const read = () =>
    reads.run(async (db) => {
      asked.push(db)
      if (db === replica) throw failureWith(code)
      return 'rows'
    })
  return { asked, failures, read, wait: (ms: number) => (now += ms) }
}

describe('ReplicaReads', () => {
  it('reads from the primary if there is no replica', async () => {
    expect(await new ReplicaReads(primary, undefined).run(async (db) => db)).toBe(primary)
  })

  it('reads from the replica if there is one', async () => {
    expect(await new ReplicaReads(primary, replica).run(async (db) => db)).toBe(replica)
  })

  it.each(['ECONNREFUSED', '57P01', '40001'])(
    'falls back to the primary for ten seconds after %s',
    async (code) => {
      const { asked, failures, read, wait } = makeFailingReplica(code)
      expect(await read()).toBe('rows')
      wait(9_999)
      await read()
      expect(asked).toEqual([replica, primary, primary])
      wait(1)
      await read()
      expect(asked.slice(3)).toEqual([replica, primary])
      expect(failures).toHaveLength(2)
    },
  )

  it('neither retries a read that timed out nor stops using the replica after it', async () => {
    const { asked, failures, read } = makeFailingReplica('57014')
    await expect(read()).rejects.toThrow()
    await expect(read()).rejects.toThrow()
    expect(asked).toEqual([replica, replica])
    expect(failures).toEqual([])
  })

  it('does not retry an invalid read', async () => {
    const { asked, read } = makeFailingReplica('42703')
    await expect(read()).rejects.toThrow()
    expect(asked).toEqual([replica])
  })
})
