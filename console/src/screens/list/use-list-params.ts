// Keeps the state of a list in its address.
import { useSearchParams } from '../../ui/addresses/search-params.ts'
import { listParams } from './state.ts'

export const useListParams = () => useSearchParams(listParams)
