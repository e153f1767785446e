import { describe, expect, it } from 'vitest'
import { printSbom } from './sbom.ts'

interface Bill {
  bomFormat: string
  components: { name: string; version: string; purl: string; hashes?: object[] }[]
}

function packagesOf(image: string) {
  const bill = JSON.parse(printSbom(image)) as Bill
  expect(bill.bomFormat).toBe('CycloneDX')
  return bill.components
}

describe('npm run sbom', () => {
  it('lists the packages that the API runs, with versions and digests, and no development tools', () => {
    const packages = packagesOf('api')
    const names = packages.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['fastify', 'pg', 'drizzle-orm', 'pg-boss', 'stripe']))
    for (const tool of ['vitest', 'playwright', 'typescript', 'react', 'vite'])
      expect(names).not.toContain(tool)
    const fastify = packages.find(({ name }) => name === 'fastify')
    expect(fastify?.purl).toBe(`pkg:npm/fastify@${fastify?.version}`)
    expect(fastify?.hashes).toHaveLength(1)
  })

  it('lists the packages that are bundled in the pages of the portal', () => {
    const names = packagesOf('portal').map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['react', 'react-aria-components', 'zod']))
    for (const other of ['vitest', 'fastify', 'pg']) expect(names).not.toContain(other)
  })

  it('refuses an unknown image', () => {
    expect(() => printSbom('mail')).toThrow('Name an image: api or portal.')
  })
})
