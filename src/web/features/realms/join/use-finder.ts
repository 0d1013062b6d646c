import { useQuery, useQueryClient } from '@tanstack/react-query'
import { askableSearch, searchProblem } from '../../../../shared/common/search-text.ts'
import type { Realm } from '../../../../shared/realms/realms.ts'
import { type List, listOf, useList } from '../../../blocks/list/list-state.ts'
import { useTypedSearch } from '../../../lib/hooks/use-typed-search.ts'
import { useApi } from '../../../lib/http/api.ts'
import { useNavigate, useSearchParams } from '../../../lib/router/router.tsx'
import { realmQuery } from '../api/realm.ts'
import { realmListQuery } from '../api/realm-list.ts'
import { chosenHere, invitation, readFinder, readTyped, writeTyped } from './join-address.ts'
import { parseRealmInput, type RealmInput } from './parse-realm-input.ts'
import * as texts from './texts.ts'

export type FoundRealm = Pick<Realm, 'id' | 'name' | 'description' | 'participants' | 'unlisted'> & {
  participantCount?: number
  /** How many people are there now, if the response had it. */
  here?: number
}

const noRealmInLink = texts.noIdInLink
const noSuchRealm = texts.noSuchRealm

/** The text is part of the address; a link or an id is looked up, any other text is searched for. */
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
  const list = useList(realmListQuery(api, { query }))
  const id = sought.kind === 'realm' ? sought.id : undefined
  const lookup = useQuery({ ...realmQuery(api, id ?? ''), enabled: id !== undefined })
  const finds: List<FoundRealm> = id === undefined ? list : listOf(lookup, lookup.data ? [lookup.data] : [])

  /** Shows the realm if it is unambiguous. The typed text may not be in the address yet. */
  const enter = () => {
    const now = parseRealmInput(typed.text)
    const meant =
      now.kind === 'realm' ? now.id : now.kind === 'search' && now.query === query && onlyOne(finds)
    if (!meant || client.getQueryData(realmQuery(api, meant).queryKey) === null) return
    void navigate(invitation(meant, now), { state: chosenHere })
  }

  return { typed, sought, query, finds, problem: problemWith(sought, lookup.data === null), enter }
}

/** Why the text finds nothing, if the text itself is the reason. @param isMissing whether no realm has the id */
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

function onlyOne(finds: List<FoundRealm>): string | undefined {
  if (finds.state !== 'full' || finds.refreshing || finds.more || finds.items.length !== 1) return undefined
  return finds.items[0]?.id
}
