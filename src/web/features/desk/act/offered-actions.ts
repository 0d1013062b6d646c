import type { DeskAction, DeskCasePage } from '../../../../shared/trust/desk.ts'

export type OfferedAction = Exclude<DeskAction, 'object'>

/** The letter that chooses each. */
export const actionKeys: Record<OfferedAction, string> = {
  nothing: 'n',
  take_down: 't',
  unlist: 'u',
  put_back: 'p',
  uphold: 'd',
  suspend: 's',
  lift: 'l',
  revoke_keys: 'r',
}

/** What takes something from somebody. */
export const weighty: ReadonlySet<OfferedAction> = new Set(['take_down', 'suspend', 'revoke_keys'])

/** The wallet behind a case: of a person their own. Undefined for nobody's. */
export function walletOf({ case: { kind, subject, seen } }: Pick<DeskCasePage, 'case'>): string | undefined {
  return (kind === 'person' ? subject : seen.maker) || undefined
}

/** What an operator can do about a case, in the order of the screen; the server decides what is allowed. */
export function offeredActions(
  page: Pick<DeskCasePage, 'case' | 'now' | 'maker' | 'objections'>,
): OfferedAction[] {
  const { kind, standing, state } = page.case
  const hasWallet = walletOf(page) !== undefined
  const canBeListed = kind === 'agent' || kind === 'realm'
  // An objection is answered first, the oldest of several.
  const [objection] = page.objections
  const offered: Record<OfferedAction, boolean> = {
    nothing: state !== 'closed' && !objection,
    unlist: canBeListed && standing === null && page.now !== null && !objection,
    take_down: standing !== 'down' && page.now !== null && !objection,
    put_back: objection ? objection.canAnswer : standing !== null,
    uphold: objection?.canAnswer === true,
    suspend: hasWallet && page.maker.suspended === null,
    lift: hasWallet && page.maker.suspended !== null,
    revoke_keys: hasWallet,
  }
  return (Object.keys(offered) as OfferedAction[]).filter((action) => offered[action])
}
