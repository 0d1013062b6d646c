import { useLocation, useNavigate, useSearchParams } from '../../lib/router/router.tsx'

/** The address can be linked to, and Back closes the dialog. @param parameter such as `agent` for `?agent=...` */
export function useDialogPlace(parameter: string) {
  const [search, setSearch] = useSearchParams()
  const location = useLocation()
  const navigate = useNavigate()
  /** Whether the previous history entry is the page on which the dialog was opened. */
  const openedHere = location.state?.openedHere === true
  const without = () => {
    const next = new URLSearchParams(search)
    next.delete(parameter)
    return next
  }
  return {
    value: search.get(parameter),
    openedHere,
    /** @param value absent for a dialog without a subject */
    linkTo: (value?: string) => {
      const own = new URLSearchParams({ [parameter]: value ?? '' }).toString()
      const parts = [without().toString(), value === undefined ? parameter : own]
      return { to: `?${parts.filter(Boolean).join('&')}`, state: { openedHere: true } }
    },
    close: () => {
      if (openedHere) void navigate(-1)
      else setSearch(without(), { replace: true })
    },
  }
}
export type DialogPlace = ReturnType<typeof useDialogPlace>
