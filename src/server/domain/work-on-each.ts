/** @param nameOf how the log names what failed @throws once each was worked on, as `throwFailed` */
export async function workOnEach<Item>(
  items: Iterable<Item>,
  work: (item: Item) => Promise<unknown>,
  nameOf: (item: Item) => string = String,
): Promise<void> {
  const failed = new Map<string, unknown>()
  for (const item of items) await work(item).catch((error: unknown) => failed.set(nameOf(item), error))
  throwFailed(failed)
}

/** @throws one error for all that failed, by name, because of the first */
export function throwFailed(failed: ReadonlyMap<string, unknown>): void {
  const [cause] = failed.values()
  if (failed.size > 0) throw new Error(`Failed: ${[...failed.keys()].join(', ')}`, { cause })
}
