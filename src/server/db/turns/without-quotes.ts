import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

const DELETED_DOCUMENT = 'A deleted document'

/** Stored parts without the quotes of the passages for which `goes` holds; `cited` is one of them. */
export const withoutQuotes = (column: SQLWrapper, goes: SQL): SQL => {
  const blank = JSON.stringify({ name: DELETED_DOCUMENT, heading: null, quote: '' })
  return sql`(
    select jsonb_agg(
      case when part ? 'sources' then part || jsonb_build_object('sources', coalesce((
        select jsonb_agg(case when ${goes} then cited || ${blank}::jsonb else cited end order by place)
        from jsonb_array_elements(part -> 'sources') with ordinality as citations (cited, place)), '[]'))
      else part end order by nth)
    from jsonb_array_elements(${column}) with ordinality as listed (part, nth))`
}
