import { cutText } from '../../../shared/text/plain-text.ts'
import type { ModelMessage, ModelRequest } from '../provider.ts'
import { newestText } from './choose-calls.ts'
import { bestSentences, literal } from './quote-answer.ts'

const NO_MODEL = 'No AI model is connected here: a simple rule chose this, and that is all I can say of it.'
const MOST_CHARACTERS = 1_200

interface Result {
  tool: string
  text: string
}

/** Answers from the results of tools that the messages end with, and from nothing else. Null if they end otherwise. */
export function tellResults(request: ModelRequest): string | null {
  const results = resultsOf(request.messages)
  if (results.length === 0) return null
  return [...results.map((result) => tell(result, newestText(request))), NO_MODEL].join('\n\n')
}

function resultsOf(messages: readonly ModelMessage[]): Result[] {
  const last = messages.findLastIndex(({ role }) => role !== 'tool')
  const names = new Map(messages[last]?.calls?.map(({ id, name }) => [id, name]))
  return messages
    .slice(last + 1)
    .map(({ content, callId }) => ({ tool: names.get(callId ?? '') ?? '', text: content }))
}

function tell({ tool, text }: Result, question: string): string {
  const undone = whatWasNotDone(text)
  if (undone !== null) return undone
  switch (tool) {
    case 'time':
    case 'calculator':
    case 'remember':
      return shortened(text).split('\n').map(literal).join('\n\n')
    case 'documents':
      return quotePassages(question, text)
    case 'ask_person':
      return personsAnswer(text)
    default:
      return `${theTool(tool)} brought this:\n\n${quoted(unmarked(text))}`
  }
}

/** As a reply tells its model what became of a call; null if it was done. */
function whatWasNotDone(text: string): string | null {
  const failed = /^This failed: (.*)$/s.exec(text)
  if (failed) return `That did not work. ${literal(shortened(unmarked(failed[1] ?? '')))}`
  const refused = /^The person refused this(?: and says: (.*))?/s.exec(text)
  if (refused?.[1] !== undefined)
    return `You refused that, so it was not done. You said:\n\n${quoted(refused[1])}`
  if (refused) return 'You refused that, so it was not done.'
  if (text.startsWith('It is not known whether this happened'))
    return 'It is not known whether that happened. I did not try it again.'
  if (text.startsWith('Nobody decided about this'))
    return 'Nobody decided about that in time, so it was not done.'
  if (text.startsWith('The person went on without deciding'))
    return 'That was left undecided, so it was not done.'
  return null
}

function personsAnswer(text: string): string {
  const answered = /^The person answered: (.*)$/s.exec(text)
  if (answered) return `You answered:\n\n${quoted(answered[1] ?? '')}`
  return text.includes('does not want to answer')
    ? 'You did not want to answer that, which is fine.'
    : 'You closed the question without an answer.'
}

/** The search numbers its passages, and marks every line of theirs. */
function quotePassages(question: string, text: string): string {
  const [, ...pieces] = unmarked(text).split(/^Passage \d+: /m)
  const passages = pieces.map((piece) => {
    const [place = '', ...lines] = piece.split('\n')
    return { place, quote: lines.map((line) => line.replace(/^> ?/, '')).join('\n') }
  })
  if (passages.length === 0) return 'The search of the documents found nothing.'
  const chosen = bestSentences(question, passages)
  if (chosen.length === 0)
    return 'The search found passages, and no sentence in them has the words of your question.'
  const quotes = chosen.map(({ from, text: sentence }) => `> ${literal(sentence)} (${literal(from.place)})`)
  return ['The search of the documents found these sentences with words of your question:', ...quotes].join(
    '\n\n',
  )
}

/** Text of others comes with a sentence about it, and a mark before each line. */
function unmarked(text: string): string {
  const [first = '', ...rest] = text.split('\n\n')
  const lines = rest.join('\n\n').split('\n')
  const isMarked =
    !first.startsWith('Passage ') && rest.length > 0 && lines.every((line) => /^(?:>|$)/.test(line))
  return isMarked ? lines.map((line) => line.replace(/^> ?/, '')).join('\n') : text
}

const theTool = (name: string) => (name === 'web_page' ? 'The web page' : `The tool “${literal(name)}”`)

function quoted(text: string): string {
  return shortened(text)
    .split(/\r\n|[\n\r]/)
    .map((line) => `> ${literal(line)}`.trimEnd())
    .join('\n')
}

function shortened(text: string): string {
  const whole = text.trim()
  return whole.length <= MOST_CHARACTERS ? whole : `${cutText(whole, MOST_CHARACTERS)}…`
}
