import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { alertFaults } from './alert-faults.ts'

const rulesFile = resolve(import.meta.dirname, '../../../deploy/prometheus-rules.yaml')
/** These watch what Prometheus says about its targets, which is in no scrape of the API. */
const targetAlerts = ['PortalProcessDown', 'PortalServerDown']

interface Rules {
  groups: { rules: { alert: string }[] }[]
}

it('npm run faults -- alerts has one fault for each alert that a scrape of the API can fire', () => {
  const { groups } = parse(readFileSync(rulesFile, 'utf8')) as Rules
  const alerts = groups.flatMap(({ rules }) => rules.map(({ alert }) => alert))
  const scraped = alerts.filter((alert) => !targetAlerts.includes(alert))
  expect(alertFaults.map(({ alert }) => alert).toSorted()).toEqual(scraped.toSorted())
})
