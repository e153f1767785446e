/** The addresses for the end-to-end tests: the usual ports plus `E2E_PORT_OFFSET`. */
import process from 'node:process'
import { defaultPorts } from '../processes/ports.ts'

export const e2ePorts = defaultPorts(Number(process.env.E2E_PORT_OFFSET || 0))

function at(port: number): string {
  return `http://localhost:${port}`
}

export const e2eAddresses = {
  portal: at(e2ePorts.PORTAL_PORT),
  api: at(e2ePorts.API_PORT),
  identityProvider: at(e2ePorts.IDENTITY_PORT),
  billing: at(e2ePorts.BILLING_PORT),
  mail: at(e2ePorts.MAIL_PORT),
  analytics: at(e2ePorts.ANALYTICS_PORT),
  ciSystem: at(e2ePorts.CI_PORT),
  receiver: at(e2ePorts.RECEIVER_PORT),
  localInstance: at(e2ePorts.LOCAL_INSTANCE_PORT),
  managedInstance: at(e2ePorts.MANAGED_INSTANCE_PORT),
}
