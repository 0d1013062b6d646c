import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The projects, that which has the longest files first. */
const projects = ['programs', 'pglite', 'postgresql', 'unit alone', 'unit']

/**
 * Whole programs begin first, so that what waits for them runs beside them, and units last: none of these takes long, so
 * all workers end at nearly the same time. Vitest goes by the names of the projects, and its workers take files in this
 * order. Projects are not mixed, since a process that many files share ends where the next file is another project's.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((one, other) => placeOf(one) - placeOf(other))
  }
}

function placeOf({ project }: TestSpecification): number {
  const place = projects.indexOf(project.name)
  if (place === -1) throw new Error(`The project “${project.name}” has no place among those of the tests`)
  return place
}
