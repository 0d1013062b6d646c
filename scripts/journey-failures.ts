import { stripVTControlCharacters } from 'node:util'

/** As much of Playwright's JSON report as is read here. */
export interface JourneysReport {
  stats: { expected: number; unexpected: number; flaky: number }
  suites: JourneysSuite[]
  /** What went wrong outside every journey, such as a file that can't be read. */
  errors: JourneyError[]
}

interface JourneysSuite {
  title: string
  /** The journeys' file; its suite has it as its title too. */
  file: string
  suites?: JourneysSuite[]
  specs: {
    title: string
    line: number
    tests: { status: string; results: { errors: JourneyError[] }[] }[]
  }[]
}

interface JourneyError {
  message?: string
  /** Where in the journey it happened, with the lines around it. */
  snippet?: string
}

/** So much of an error says what was expected and what was there. */
const LINES = 15

/** The failed journeys of a report: file, line and title, then the beginning of each error, in plain text. */
export function journeyFailures({ suites, errors }: JourneysReport): string[] {
  return [...errors.map(reasonOf), ...suites.flatMap((suite) => failuresIn(suite, []))]
}

function failuresIn(suite: JourneysSuite, around: readonly string[]): string[] {
  const titles = suite.title === suite.file ? around : [...around, suite.title]
  const failed = suite.specs.flatMap(({ title, line, tests }) =>
    tests.flatMap(({ status, results }) => {
      if (status !== 'unexpected' && status !== 'flaky') return []
      const place = [`${suite.file}:${line}`, ...titles, title].join(' › ')
      return [[place, ...results.flatMap(({ errors }) => errors.map(reasonOf))].join('\n')]
    }),
  )
  return [...failed, ...(suite.suites ?? []).flatMap((inner) => failuresIn(inner, titles))]
}

function reasonOf({ message = 'no reason is known', snippet = '' }: JourneyError): string {
  const said = stripVTControlCharacters(message).split('\n').slice(0, LINES)
  return [...said, stripVTControlCharacters(snippet)].join('\n').trimEnd()
}
