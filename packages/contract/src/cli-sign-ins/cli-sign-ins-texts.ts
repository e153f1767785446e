import { component, text, url } from '../field-text.ts'
import { texts } from '../texts.ts'
import { cliSignInSchema, cliSignIns } from './cli-sign-ins.ts'

export const cliSignInsTexts = texts<typeof cliSignIns>({
  fields: {
    userCode: text('The code that the command line shows: 8 letters. A dash is optional.', 'BCDF-GHJK'),
    isSameAddress: text('Whether the sign-in started from the IP address of this call.', true),
    port: text("The port of the CLI on the user's computer.", 9_003),
    redirectTo: url("The URL of the CLI on the user's computer.", 'http://localhost:9003/?nonce=Yk3v9ZrT1xQ7mC5bN8wL2hJ6'),
    device: text('The program and system that the tool reports, if they are known. Never the text that it sends. Not verified.', 'Portal CLI on Linux'),
    nonce: text('The nonce that the browser delivered to the CLI.', 'Yk3v9ZrT1xQ7mC5bN8wL2hJ6'),
  },
  components: [
    component(cliSignInSchema, 'CliSignIn', 'A command-line tool that asks to sign in.', {
      clientName: text('The name of the tool.', 'Portal CLI'),
    }),
    component(cliSignIns.redeem.success.body, 'CliToken', 'The token of the `si` CLI.'),
  ],
})
