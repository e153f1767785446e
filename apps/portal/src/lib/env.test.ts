import { expect, it } from 'vitest'
import { readRuntimeConfig } from './env.ts'

it('takes what the page says, and keeps the default of what is missing or empty', () => {
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

it('does without the configuration', () => {
  expect(readRuntimeConfig(undefined).apiUrl).toBe('http://localhost:9001')
})
