import { useLocation, useNavigate, useSearchParams } from 'react-router'

/** The detail dialog's place in the address: `?agent=` opens it, so that it can be linked, and Back closes it. */
export function useAgentDialog() {
  const [search, setSearch] = useSearchParams()
  const location = useLocation()
  const navigate = useNavigate()
  /** Whether the step before this one is the list that the dialog was opened from. */
  const openedHere = location.state?.openedHere === true
  return {
    agentId: search.get('agent') || undefined,
    openedHere,
    linkTo: (id: string) => {
      const next = new URLSearchParams(search)
      next.set('agent', id)
      return { to: `?${next}`, state: { openedHere: true } }
    },
    close: () => {
      if (openedHere) {
        void navigate(-1)
        return
      }
      const next = new URLSearchParams(search)
      next.delete('agent')
      setSearch(next, { replace: true, preventScrollReset: true })
    },
  }
}
export type AgentDialogPlace = ReturnType<typeof useAgentDialog>
