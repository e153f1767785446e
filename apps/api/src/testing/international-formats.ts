import type { Ajv2020 } from 'ajv/dist/2020.js'

/** Adds the formats of texts outside ASCII, which `ajv-formats` doesn't have. */
export function addInternationalFormats(ajv: Ajv2020): void {
  ajv.addFormat('idn-email', /^[^\s@]+@[^\s@]+$/u)
  ajv.addFormat('iri', (text) => URL.canParse(text))
}
