import type { JourneysReport, JourneysSuite } from './journey-failures.ts'

/** One executed test: the path of its file from the root of the repository, its full title, and its duration. */
export interface TimedTest {
  file: string
  title: string
  milliseconds: number
}

/** The slowest tests in descending order, one line each. */
export function slowestTests(tests: readonly TimedTest[], count = 10): string[] {
  return tests
    .toSorted((one, other) => other.milliseconds - one.milliseconds)
    .slice(0, count)
    .map(
      ({ file, title, milliseconds }) =>
        `${(milliseconds / 1000).toFixed(1).padStart(6)} s  ${file} › ${title}`,
    )
}

/** The journeys of a report with their durations. */
export function timedJourneys({ suites }: Pick<JourneysReport, 'suites'>): TimedTest[] {
  return suites.flatMap((suite) => timedIn(suite, []))
}

function timedIn(suite: JourneysSuite, around: readonly string[]): TimedTest[] {
  const titles = suite.title === suite.file ? around : [...around, suite.title]
  const own = suite.specs.flatMap(({ title, tests }) =>
    tests.map(({ results }) => ({
      file: `e2e/${suite.file}`,
      title: [...titles, title].join(' '),
      milliseconds: results.reduce((sum, { duration = 0 }) => sum + duration, 0),
    })),
  )
  return [...own, ...(suite.suites ?? []).flatMap((inner) => timedIn(inner, titles))]
}
