import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Realm } from '../../../../shared/realms/realms.ts'
import { useTypedSearch } from '../../../lib/hooks/use-typed-search.ts'
import { useApi } from '../../../lib/http/api.ts'
import { explainError } from '../../../lib/http/explain-error.ts'
import { useNavigate, useSearchParams } from '../../../lib/router/router.tsx'
import { realmQuery } from '../api/realm.ts'
import { askableSearch, searchProblem } from '../list/realm-search.ts'
import { type RealmList, useRealmList } from '../list/use-realm-list.ts'
import { chosenHere, invitation, readFinder, readTyped, writeTyped } from './join-address.ts'
import { parseRealmInput, type RealmInput } from './parse-realm-input.ts'

/** A realm to choose. */
export type FoundRealm = Pick<Realm, 'id' | 'name' | 'description' | 'participants' | 'unlisted'> & {
  /** How many are there now, where the answer said it. */
  here?: number
}

/** What the finder shows below its field. */
export type Finds =
  | { state: 'loading' }
  | { state: 'failed'; problem: string; retry: () => void }
  | { state: 'none' }
  | { state: 'full'; realms: readonly FoundRealm[]; refreshing: boolean; more: boolean }

const noRealmInLink = "There is no realm's id in this link. One looks like …/realm/{id} or …/join?realm={id}."
const noSuchRealm = 'Realm not found. It may have been deleted, or the link is mistyped.'

/** The finder of /join: what is typed lives in the address; a link or an id is looked up, anything else searched for. */
export function useFinder() {
  const api = useApi()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [address, setAddress] = useSearchParams()
  const { settle: _, ...typed } = useTypedSearch(readTyped(address), (text) =>
    setAddress(writeTyped(new URLSearchParams(window.location.search), text), { replace: true }),
  )
  const sought = readFinder(address)
  const query = sought.kind === 'search' ? askableSearch(sought.query) : ''
  const list = useRealmList(query)
  const id = sought.kind === 'realm' ? sought.id : undefined
  const lookup = useQuery({ ...realmQuery(api, id ?? ''), enabled: id !== undefined })
  const finds = id === undefined ? foundByName(list) : foundById(lookup)

  /** Enter: shows the realm that is meant, if it is one. What was typed may not be in the address yet. */
  const enter = () => {
    const now = parseRealmInput(typed.text)
    const meant =
      now.kind === 'realm' ? now.id : now.kind === 'search' && now.query === query && onlyOne(finds)
    if (!meant || client.getQueryData(realmQuery(api, meant).queryKey) === null) return
    void navigate(invitation(meant, now), { state: chosenHere })
  }

  return { typed, sought, query, finds, problem: problemWith(sought, lookup.data === null), enter }
}

/** Why what was typed finds nothing, where that lies in the text. @param isMissing no realm has the id */
function problemWith(sought: RealmInput, isMissing: boolean): string | undefined {
  switch (sought.kind) {
    case 'nothing':
      return undefined
    case 'search':
      return searchProblem(sought.query)
    case 'realm':
      return isMissing ? noSuchRealm : undefined
    case 'no-realm':
      return noRealmInLink
  }
}

function foundByName(list: RealmList): Finds {
  if (list.state === 'empty') return { state: 'none' }
  return list.state === 'full' ? { ...list, more: list.more !== undefined } : list
}

function foundById(lookup: {
  data: Realm | null | undefined
  error: unknown
  refetch: () => Promise<unknown>
}): Finds {
  const { data, error } = lookup
  if (data) return { state: 'full', realms: [data], refreshing: false, more: false }
  if (data === null) return { state: 'none' }
  if (!error) return { state: 'loading' }
  return { state: 'failed', problem: explainError(error), retry: () => void lookup.refetch() }
}

/** The id of the realm that was found, where it is the only one. */
function onlyOne(finds: Finds): string | undefined {
  if (finds.state !== 'full' || finds.refreshing || finds.more || finds.realms.length !== 1) return undefined
  return finds.realms[0]?.id
}
