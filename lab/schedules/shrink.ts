/**
 * Leaves steps out as long as what remains fails (delta debugging): first large parts, then smaller ones.
 * @param fails runs such steps; what fails only sometimes has to be tried often enough by it
 * @param most how often `fails` is asked
 */
export async function shrink<Step>(
  steps: readonly Step[],
  fails: (steps: readonly Step[]) => Promise<boolean>,
  most: number,
): Promise<readonly Step[]> {
  let left = steps
  let tries = 0
  for (let size = Math.ceil(left.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < left.length && tries < most; ) {
      const without = left.toSpliced(at, size)
      if (without.length > 0 && ++tries && (await fails(without))) left = without
      else at += size
    }
  }
  return left
}
