/** Each receiver reads the secret from this environment variable, because a secret in code would end up in repositories. */
const variable = 'WEBHOOK_SECRET'

const node = `// npm install standardwebhooks
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'

const webhook = new Webhook(process.env.${variable})

createServer(async (request, response) => {
  try {
    const event = webhook.verify(await text(request), request.headers)
    console.log(event.id, event.type)
    response.writeHead(204).end()
  } catch {
    response.writeHead(400).end()
  }
}).listen(3000)`

const python = `# pip install standardwebhooks
import os
from http.server import BaseHTTPRequestHandler, HTTPServer

from standardwebhooks.webhooks import Webhook, WebhookVerificationError

webhook = Webhook(os.environ["${variable}"])


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        try:
            event = webhook.verify(body, dict(self.headers))
            print(event["id"], event["type"])
            self.send_response(204)
        except WebhookVerificationError:
            self.send_response(400)
        self.end_headers()


HTTPServer(("", 3000), Receiver).serve_forever()`

const go = `// go get github.com/standard-webhooks/standard-webhooks/libraries/go
package main

import (
	"fmt"
	"io"
	"log"
	"net/http"
	"os"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

func main() {
	webhook, err := standardwebhooks.NewWebhook(os.Getenv("${variable}"))
	if err != nil {
		log.Fatal(err)
	}
	http.HandleFunc("/", func(response http.ResponseWriter, request *http.Request) {
		body, err := io.ReadAll(request.Body)
		if err != nil || webhook.Verify(body, request.Header) != nil {
			response.WriteHeader(http.StatusBadRequest)
			return
		}
		fmt.Println(string(body))
		response.WriteHeader(http.StatusNoContent)
	})
	log.Fatal(http.ListenAndServe(":3000", nil))
}`

/** Receivers that verify the signature, to paste and run, and the environment variable that they need. */
export const webhookSnippets = (secret: string) => [
  { label: 'Node', language: 'js', code: node },
  { label: 'Python', language: 'python', code: python },
  { label: 'Go', language: 'go', code: go },
  { label: 'Environment variable', language: 'bash', code: `export ${variable}='${secret}'` },
]
