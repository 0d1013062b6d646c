import { type NewMcpServer, newMcpServerSchema } from '../../../shared/tools/mcp-servers.ts'
import { type FieldErrors, schemaErrors } from '../../blocks/form/field-errors.ts'

interface NewServerValues {
  name: string
  address: string
  token: string
}

export const emptyServer: NewServerValues = { name: '', address: '', token: '' }

/** In the order of the screen. */
export const newServerFields = ['address', 'token', 'name'] as const

/** A server without a name has its host's, and one without a token gets none. */
export function newServerOf({ name, address, token }: NewServerValues): NewMcpServer {
  const given = name.trim() || usualName(address)
  return { name: given, address: address.trim(), ...(token.trim() && { token: token.trim() }) }
}

export function checkNewServer(values: NewServerValues): FieldErrors<keyof NewServerValues> {
  const { name, ...errors } = schemaErrors<keyof NewServerValues>(
    newMcpServerSchema.safeParse(newServerOf(values)),
  )
  // Without an address there is nothing to name it by, and that is said there.
  return values.name.trim() === '' || name === undefined ? errors : { ...errors, name }
}

/** What a server is called before somebody gives it a name. */
export function usualName(address: string): string {
  return URL.parse(address.trim())?.hostname ?? ''
}
