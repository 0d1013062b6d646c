/** Whoever took an action does not decide about an objection to it, unless the place has no other operator. */
export function mayAnswer({
  operator,
  actor,
  operators,
}: {
  operator: string
  /** Who took the action. */
  actor: string
  operators: readonly string[]
}): boolean {
  return operator !== actor || operators.every((other) => other === operator)
}
