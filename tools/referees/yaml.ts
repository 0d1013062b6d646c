export { parseAllDocuments } from 'yaml'
