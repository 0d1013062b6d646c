import { stripVTControlCharacters } from 'node:util'

/** The part of Playwright's JSON report that is used here. */
export interface JourneysReport {
  stats: { expected: number; unexpected: number; flaky: number }
  suites: JourneysSuite[]
  /** Errors outside of journeys, such as a file that can't be read. */
  errors: JourneyError[]
}

export interface JourneysSuite {
  title: string
  /** The journeys' file; its suite also has it as its title. */
  file: string
  suites?: JourneysSuite[]
  specs: {
    title: string
    line: number
    tests: { status: string; results: JourneyResult[] }[]
  }[]
}

interface JourneyResult {
  /** In milliseconds. */
  duration?: number
  errors: JourneyError[]
  /** `body` is in base64. */
  attachments?: { name: string; path?: string; body?: string }[]
}

interface JourneyError {
  message?: string
  /** The place in the journey, with the lines around it. */
  snippet?: string
}

/** `flaky`: it failed first, and passed when it was tried again. */
type FailedStatus = 'unexpected' | 'flaky'

/** The number of lines of an error that include the expected and the received value. */
const LINES = 15
/** The number of lines of a page that show where its journey was; overlays such as dialogs are last in it. */
const PAGE_LINES = 80
const CONSOLE_CHARACTERS = 4_000

/**
 * The journeys of a report that ended so, as plain text: file, line and title, then the beginning of each error, the console
 * errors of its pages, and their content at the end.
 * @param read returns the text of a file that Playwright left; empty if there is none
 */
export function journeyFailures(
  { suites, errors }: JourneysReport,
  status: FailedStatus,
  read: (path: string) => string,
): string[] {
  return [
    ...errors.map(reasonOf),
    ...suites.flatMap((suite) => failuresIn(suite, { status, around: [], read })),
  ]
}

function failuresIn(
  suite: JourneysSuite,
  options: { status: FailedStatus; around: readonly string[]; read: (path: string) => string },
): string[] {
  const { around, read } = options
  const titles = suite.title === suite.file ? around : [...around, suite.title]
  const failed = suite.specs.flatMap(({ title, line, tests }) =>
    tests.flatMap(({ status, results }) => {
      if (status !== options.status) return []
      const place = [`${suite.file}:${line}`, ...titles, title].join(' › ')
      const told = results.flatMap((result) => [...result.errors.map(reasonOf), ...pageOf(result, read)])
      return [[place, ...told].join('\n')]
    }),
  )
  return [
    ...failed,
    ...(suite.suites ?? []).flatMap((inner) => failuresIn(inner, { ...options, around: titles })),
  ]
}

function pageOf({ attachments = [] }: JourneyResult, read: (path: string) => string): string[] {
  return attachments.flatMap(({ name, path, body = '' }) => {
    if (name === 'console') return [Buffer.from(body, 'base64').toString().slice(0, CONSOLE_CHARACTERS)]
    const [, page] = (name === 'error-context' && path && /```yaml\n(.*?)\n```/s.exec(read(path))) || []
    return page ? [page.split('\n').slice(-PAGE_LINES).join('\n')] : []
  })
}

function reasonOf({ message = 'no reason is known', snippet = '' }: JourneyError): string {
  const said = stripVTControlCharacters(message).split('\n').slice(0, LINES)
  return [...said, stripVTControlCharacters(snippet)].join('\n').trimEnd()
}
