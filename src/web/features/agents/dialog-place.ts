import { useLocation, useNavigate, useSearchParams } from '../../lib/router/router.tsx'

/**
 * A dialog's place in the address: a parameter opens it, so that it can be linked, and Back closes it.
 * @param parameter its name in the address, such as `agent` for `?agent=...`
 */
export function useDialogPlace(parameter: string) {
  const [search, setSearch] = useSearchParams()
  const location = useLocation()
  const navigate = useNavigate()
  /** Whether the step before this one is the page that the dialog was opened from. */
  const openedHere = location.state?.openedHere === true
  const without = () => {
    const next = new URLSearchParams(search)
    next.delete(parameter)
    return next
  }
  return {
    /** The parameter's value; null while the dialog is closed. */
    value: search.get(parameter),
    openedHere,
    /** @param value left out for a dialog that is about nothing in particular */
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
