export { default as canonicalize } from 'canonicalize'
