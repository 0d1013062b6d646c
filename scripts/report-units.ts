import { writeFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'
import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node'
import type { TimedTest } from './slowest-tests.ts'

/** What a run of one runner came to. */
export interface Count {
  passed: number
  failed: number
  /** The details of each failure, in addition to the runner's output far above the last line. */
  failures?: string[] | undefined
  /** Tests that passed only when they were tried again, which RETRY_FAILED allows, with why they had failed. */
  flaky?: string[] | undefined
  timed?: TimedTest[] | undefined
}

/** What a run of Vitest came to. */
export interface UnitsCount extends Count {
  failures: string[]
  flaky: string[]
  timed: TimedTest[]
  /** Files that failed in a hook, or whose process ended: no second try of a test helps them. */
  lost: {
    files: { path: string; project: string }[]
    reasons: string[]
    /** How many of their tests had passed. */
    passed: number
  }
}

/**
 * A reporter of Vitest that writes its run's `UnitsCount` to the file that UNITS_REPORT names. Vitest's own report of this
 * kind leaves out what fails a run without a failed test: hooks of a group, processes that end, errors outside of tests.
 */
export default class UnitsReport implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const path = process.env.UNITS_REPORT
    if (path) writeFileSync(path, JSON.stringify(countUnits(modules, errors)))
  }
}

function countUnits(modules: readonly TestModule[], errors: readonly SerializedError[]): UnitsCount {
  const failed = testsOf(modules, 'failed')
  const passed = testsOf(modules, 'passed')
  const lost = modules.filter((module) => errorsOutsideOfTests(module).length > 0)
  const ofPool = ({ message }: SerializedError) => lost.length > 0 && message.startsWith('[vitest-pool]')
  return {
    passed: passed.length,
    failed: failed.length,
    failures: [...failed.map(withErrors), ...errors.filter((error) => !ofPool(error)).map(reasonOf)],
    flaky: passed.filter((test) => (test.result().errors ?? []).length > 0).map(withErrors),
    timed: [...passed, ...failed].map((test) => ({
      file: test.module.relativeModuleId,
      title: titleOf(test),
      milliseconds: test.diagnostic()?.duration ?? 0,
    })),
    lost: {
      files: lost.map(({ relativeModuleId, project }) => ({ path: relativeModuleId, project: project.name })),
      reasons: [...lost.flatMap(errorsOutsideOfTests), ...errors.filter(ofPool).map(reasonOf)],
      passed: testsOf(lost, 'passed').length,
    },
  }
}

const testsOf = (modules: readonly TestModule[], state: 'failed' | 'passed') =>
  modules.flatMap((module) => [...module.children.allTests(state)])

const titleOf = ({ fullName }: TestCase) => fullName.replaceAll(' > ', ' ')

const placeOf = ({ relativeModuleId, project }: TestModule) => `${relativeModuleId} (${project.name})`

function withErrors(test: TestCase): string {
  const reasons = (test.result().errors ?? []).map(reasonOf)
  return [`${placeOf(test.module)} › ${titleOf(test)}`, ...reasons].join('\n')
}

function errorsOutsideOfTests(module: TestModule): string[] {
  const suites = [...module.children.allSuites()].flatMap((suite) => suite.errors())
  const reasons = [...module.errors(), ...suites].map(reasonOf)
  if (['pending', 'queued'].includes(module.state())) reasons.push('It did not come to its end.')
  return reasons.map((reason) => `${placeOf(module)}: ${reason}`)
}

/** Of the difference between what was expected and what came, in characters. */
const DIFFERENCE = 2_000

function reasonOf({ message, stack, cause, diff }: SerializedError): string {
  const said = stack?.includes(message) ? stack : [message, stack].filter(Boolean).join('\n')
  const difference = typeof diff === 'string' ? stripVTControlCharacters(diff).slice(0, DIFFERENCE) : ''
  const own = difference ? `${said}\n${difference}` : said
  // Another reporter may have written it into the cause already.
  return cause ? `${own}\nCaused by: ${reasonOf(cause).replace(/^Caused by: /, '')}` : `${own}`
}
