import { expect, it } from 'vitest'
import { readRuntimeConfig } from './env.ts'

it('readRuntimeConfig reads the page, and keeps defaults for missing and empty values', () => {
  const config = readRuntimeConfig(
    '{"apiUrl":"https://api.example/","productName":"","termsVersion":"2023-03-30"}',
  )
  expect(config).toMatchObject({
    apiUrl: 'https://api.example',
    productName: 'System Initiative',
    termsVersion: '2023-03-30',
    staffDomain: 'systeminit.com',
  })
})

it('readRuntimeConfig returns the defaults without a configuration', () => {
  expect(readRuntimeConfig(undefined).apiUrl).toBe('http://localhost:9001')
})
