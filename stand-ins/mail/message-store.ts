import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type ParsedMail, simpleParser } from 'mailparser'
import { monotonicFactory } from 'ulid'
import { readJson, replaceFile } from '../serving/json-file.ts'

/** A message as scripts read it. */
export interface Message {
  id: string
  /** The recipients, comma-separated: first those of the header, then those only in the envelope. */
  to: string
  from: string
  subject: string
  text: string
  html: string | null
  receivedAt: string
}

interface Envelope {
  from: string
  to: string[]
}

const nextId = monotonicFactory()

function addresses(list: ParsedMail['to']): string[] {
  const groups = list === undefined ? [] : Array.isArray(list) ? list : [list]
  return groups.flatMap((group) => group.value.flatMap((entry) => entry.address ?? []))
}

function uniqueIgnoringCase(list: string[]): string[] {
  return [...new Map(list.map((address) => [address.toLowerCase(), address])).values()]
}

/** All received messages. Each has a JSON file and a source file. */
export class MessageStore {
  readonly #folder: string
  readonly #messages: Message[]
  readonly #beingKept = new Set<Promise<Message>>()
  #closed = false

  private constructor(folder: string, messages: Message[]) {
    this.#folder = folder
    this.#messages = messages
  }

  static async open(folder: string): Promise<MessageStore> {
    await mkdir(folder, { recursive: true })
    const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort()
    const stored = names.map((name) => readJson(join(folder, name)) as Message | undefined)
    return new MessageStore(
      folder,
      stored.filter((message) => message !== undefined),
    )
  }

  /** Resolves when the message is on disk, before which SMTP must not accept it. Rejects after `close`. */
  async add(source: Buffer, envelope: Envelope): Promise<Message> {
    if (this.#closed) throw new Error('The store is closed')
    const kept = this.#keep(source, envelope)
    this.#beingKept.add(kept)
    return kept.finally(() => this.#beingKept.delete(kept))
  }

  /** Accepts no more messages. Resolves when the current ones are on disk. */
  async close(): Promise<void> {
    this.#closed = true
    await Promise.allSettled(this.#beingKept)
  }

  async #keep(source: Buffer, envelope: Envelope): Promise<Message> {
    const mail = await simpleParser(source)
    const message: Message = {
      id: nextId(),
      to: uniqueIgnoringCase([...addresses(mail.to), ...addresses(mail.cc), ...envelope.to]).join(', '),
      from: mail.from?.value[0]?.address ?? envelope.from,
      subject: mail.subject ?? '',
      text: mail.text ?? '',
      html: mail.html === false ? null : mail.html,
      receivedAt: new Date().toISOString(),
    }
    await replaceFile(join(this.#folder, `${message.id}.eml`), source)
    await replaceFile(join(this.#folder, `${message.id}.json`), JSON.stringify(message))
    this.#messages.push(message)
    return message
  }

  /** Lists messages, newest first. An address selects exact recipients, ignoring case. */
  list(to?: string): Message[] {
    const wanted = to?.trim().toLowerCase()
    return this.#messages
      .filter((message) => !wanted || message.to.toLowerCase().split(', ').includes(wanted))
      .sort((one, other) => (one.id < other.id ? 1 : -1))
  }

  /** Searches addresses and subjects for a text. Newest first. */
  search(words: string): Message[] {
    const wanted = words.trim().toLowerCase()
    return this.list().filter((message) => `${message.to}\n${message.subject}`.toLowerCase().includes(wanted))
  }

  find(id: string): Message | undefined {
    return this.#messages.find((message) => message.id === id)
  }

  /** Returns the raw message, including attachments. */
  source(message: Message): Promise<Buffer> {
    return readFile(join(this.#folder, `${message.id}.eml`))
  }

  async clear(): Promise<void> {
    const removed = this.#messages.splice(0)
    await Promise.all(
      removed.flatMap(({ id }) =>
        ['json', 'eml'].map((ending) => rm(join(this.#folder, `${id}.${ending}`), { force: true })),
      ),
    )
  }
}
