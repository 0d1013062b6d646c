/** Why there is no model here, in a sentence for whoever asked for it. */
export class ModelRefusal extends Error {
  override name = 'ModelRefusal'
}

/** Such as `1.8 GB`. */
export function sizeInWords(bytes: number): string {
  if (bytes >= 1e9) return `${(bytes / 1e9).toFixed(1)} GB`
  return `${Math.max(1, Math.round(bytes / 1e6))} MB`
}
