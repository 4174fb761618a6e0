// Lists the options of a field, by the type of its option source.
import type { OptionSource } from '../fields/option-source.ts'
import type { OptionsContext, OptionsRequest } from './context.ts'
import { currencyOptions, isoCurrencyOptions } from './currencies.ts'
import { customParentOptions, fixedList, folderTargetOptions } from './fixed-list.ts'
import { itemList } from './item-list.ts'
import type { OptionSet } from './option-set.ts'
import { categoryList, categoryOptions, productList, productOptions } from './products.ts'
import { salesProcessOptions, salesTeamOptions } from './sales-lists.ts'
import { salesStageOptions } from './sales-stages.ts'
import { principalOptions, userOptions } from './users.ts'

type Provider = Extract<OptionSource, { provider: string }>['provider']

const providers: Record<
  Provider,
  (context: OptionsContext, request: OptionsRequest, options: Record<string, unknown>) => OptionSet | Promise<OptionSet>
> = {
  users: (context, _request, options) => userOptions(context, options),
  principals: principalOptions,
  currencies: currencyOptions,
  isoCurrencies: isoCurrencyOptions,
  salesProcesses: salesProcessOptions,
  salesStages: salesStageOptions,
  salesTeams: salesTeamOptions,
  folderTargets: folderTargetOptions,
  customParents: customParentOptions,
}

/** `options` is the `Options` member of the request. */
export function optionsOf(
  source: Exclude<OptionSource, { records: string }>,
  context: OptionsContext,
  request: OptionsRequest,
  options: Record<string, unknown>,
): OptionSet | Promise<OptionSet> {
  if ('items' in source) return fixedList(source.items)
  if ('provider' in source) return providers[source.provider](context, request, options)
  if (source.list === productList) return productOptions(context.catalog)
  if (source.list === categoryList) return categoryOptions(context.catalog, request)
  return itemList(context.catalog, source)
}
