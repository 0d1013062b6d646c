import { Agent, type IncomingMessage, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { microseconds, stampedWords, stampFrom } from './scripted-model.ts'
import { answerParent } from './start-process.ts'

/** One request whose response streams stamped words. */
export interface Asking {
  path: string
  headers: Record<string, string>
  body: string
  /** Milliseconds after the beginning of its round when it is sent; at once without. */
  afterMs?: number
}

/** A round of a reader: sends the requests and reads all responses. */
export interface Round {
  port: number
  askings: Asking[]
  /** The number of words that each response must contain, in order and without duplicates. */
  words: number
  /** Ends as soon as each has received its words; the connections stay open until the process exits. */
  holds: boolean
  /** Milliseconds after which it fails. */
  patience: number
}

/** What it received; times are in milliseconds. */
export interface Received {
  /** From sending each request to its first word. */
  firstWords: number[]
  /** The delay of each word from the model server to the reader, for words sent after all responses had begun. */
  delays: number[]
}

interface Word {
  sent: number
  received: number
}

const agent = new Agent({ keepAlive: true })

answerParent<Round>('ready', async (round) => {
  const late = setTimeout(() => {
    console.error(`The answers did not come within ${round.patience} ms.`)
    process.exit(1)
  }, round.patience)
  const answers = await Promise.all(round.askings.map((asking) => askInTime(asking, round)))
  clearTimeout(late)
  const firsts = answers.map(({ words: [first] }) => first?.received ?? Number.NaN)
  const allBegun = Math.max(...firsts)
  const received: Received = {
    firstWords: firsts.map((first, index) => (first - (answers[index]?.began ?? 0)) / 1e3),
    delays: answers.flatMap(({ words }) =>
      words.filter(({ sent }) => sent > allBegun).map((word) => (word.received - word.sent) / 1e3),
    ),
  }
  return received
})

async function askInTime(asking: Asking, round: Round): Promise<{ began: number; words: Word[] }> {
  if (asking.afterMs !== undefined) await wait(asking.afterMs)
  const began = microseconds()
  return { began, words: await ask(asking, round) }
}

function ask({ path, headers, body }: Asking, round: Round): Promise<Word[]> {
  const { promise, resolve, reject } = Promise.withResolvers<Word[]>()
  const options = { host: '127.0.0.1', port: round.port, path, method: 'POST', headers, agent }
  const outgoing = request(options, (answer) => {
    read(answer, round).then(resolve, (error: Error) => {
      reject(new Error(`${path} was answered with ${answer.statusCode}: ${error.message}`))
    })
  })
  outgoing.on('error', reject).end(body)
  return promise
}

async function read(answer: IncomingMessage, { words: expected, holds }: Round): Promise<Word[]> {
  const { promise, resolve, reject } = Promise.withResolvers<Word[]>()
  const words: Word[] = []
  let rest = ''
  answer.setEncoding('utf8').on('data', (piece: string) => {
    const received = microseconds()
    const text = rest + piece
    let end = 0
    for (const match of text.matchAll(stampedWords)) {
      words.push({ sent: stampFrom(match[1] ?? ''), received })
      end = match.index + match[0].length
    }
    rest = text.slice(end)
    if (holds && words.length === expected) resolve(words)
  })
  answer.on('error', reject).on('end', () => {
    const ordered = words.every(({ sent }, index) => index === 0 || sent > (words[index - 1]?.sent ?? 0))
    if (words.length === expected && ordered) resolve(words)
    else
      reject(new Error(`${words.length} of ${expected} words, ${ordered ? 'in' : 'not in'} order. ${rest}`))
  })
  return promise
}
