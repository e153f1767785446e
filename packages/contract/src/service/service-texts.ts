import { component, text, url } from '../field-text.ts'
import { texts } from '../texts.ts'
import { service } from './service.ts'

const api = 'https://auth.example.com'

export const serviceTexts = texts<typeof service>({
  fields: {
    keys: text('The public keys, as a JSON Web Key Set (RFC 7517).', [
      {
        kty: 'EC',
        crv: 'P-256',
        alg: 'ES256',
        use: 'sig',
        kid: '1',
        x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',
        y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0',
      },
    ]),
    systemStatus: text('Always `ok`.', 'ok'),
    documentation: url('The URL of the API reference.', `${api}/docs`),
  },
  components: [
    component(service.root.success.body, 'Service', 'The service.', {
      name: text('The name of the service.', 'System Initiative auth API'),
    }),
    component(service.live.success.body, 'Health', 'The state of a process.'),
  ],
})
