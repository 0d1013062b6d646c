const common = new Set(
  `a able about above actually after again all also always am an and any anything are as ask at be because been before
  being best better build but by can choose compare could create did difference do does doing done down each easily else
  ever every explain fast few find for from get give go going good had has have having he hello help her here hey hi him
  his how i if improve in into is it its just keep know learn less let like list make many may maybe me mean might more
  most much must my need never new no not now of off ok okay on one only or other our out over own please put quickly
  really right said same say see she should show since slow so some someone something start still such take tell than thank
  thanks that the their them then there these they thing things think this those through to too try under understand
  until up us use using versus very vs want was way we well were what when where which while who whom whose why will
  with without work would write yes yet you your yours`.split(/\s+/),
)

/** Subjects are words that indicate one, without their endings. */
export function countShared(text: string, other: string): number {
  const stems = new Set(stemsOf(other))
  return new Set(stemsOf(text).filter((stem) => stems.has(stem))).size
}

function stemsOf(text: string): string[] {
  const words = text.match(/[\p{L}\p{N}][\p{L}\p{N}'’+#.-]*(?<![.'’-])/gu) ?? []
  return words.filter(carriesSubject).map(stemOf)
}

function carriesSubject(word: string): boolean {
  return !common.has(word.toLowerCase()) && stemOf(word).length > 1
}

/** Good enough to match "testing" and "tests". */
function stemOf(word: string): string {
  const plain = word.toLowerCase().replace(/['’]s?$/, '')
  return plain.length <= 4 ? plain : plain.replace(/(ations?|ing|ers?|ies|ed|es|s|y)$/, '')
}
