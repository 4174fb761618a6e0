// Declares the built-in model: entities, fields, sub-fields, operators. Made by `npm run docs`. Change the source, not this file.
type O1 = '$EQ' | '$NE' | '$IN' | '$NIN'
type O2 = '$EQ' | '$NE' | '$IN' | '$NIN' | '$GT' | '$GE' | '$LT' | '$LE' | '$RANGE' | '$NRANGE'
type O3 = '$EQ' | '$NE' | '$IN' | '$NIN' | '$GT' | '$GE' | '$LT' | '$LE' | '$RANGE' | '$NRANGE' | '$LIKE' | '$NLIKE'
type O4 = '$EQ' | '$NE' | '$IN' | '$NIN' | '$GT' | '$GE' | '$LT' | '$LE' | '$RANGE' | '$NRANGE' | '$ALL'
type O5 = '$EQ' | '$NE' | '$IN' | '$NIN' | '$ALL'
type O6 = '$EQ' | '$NE' | '$IN' | '$NIN' | '$GT' | '$GE' | '$LT' | '$LE' | '$RANGE' | '$NRANGE' | '$LIKE' | '$NLIKE' | '$ALL'
type P1 = { Value: F<string | null, never, O1>; ID: F<string | null, never, O1>; EntityType: F<string | number | boolean | null, never, never>; Uid: F<string | number | boolean | null, never, never>; Number: F<string | number | boolean | null, never, never> }
type P2 = { Key: F<string | null, string | null, O2>; Value: F<string | null, string | null, O2>; Name: F<string | null, string | null, O2>; DisplayValue: F<string | null, string | null, O2> }
type P3 = { Value: F<string | null, string | null, O1>; ID: F<string | null, string | null, O1>; EntityType: F<string | number | boolean | null, string | number | null, never>; Uid: F<string | number | boolean | null, string | number | null, never>; Number: F<string | number | boolean | null, string | number | null, never> }
type P4 = { Key: F<string | null, never, O1, P1> }
type P5 = { Value: F<string | null, string | null, O3>; DisplayValue: F<string | null, string | null, O3> }
type P6 = { Value: F<string | null, never, O3>; DisplayValue: F<string | null, never, O3> }
type P7 = { Value: F<string | null, string | null, O3>; DisplayValue: F<string | null, string | null, O3>; Name: F<string | null, string | null, O3>; Key: F<string | number | boolean | null, string | number | null, never> }
type P8 = { Value: F<string | null, string | null, O3>; DisplayValue: F<string | null, string | null, O3>; Number: F<string | null, string | object | null, O3, P5>; Extension: F<string | number | boolean | null, string | number | null, never>; Description: F<string | number | boolean | null, string | number | null, never>; Default: F<string | number | boolean | null, string | number | null, never> }
type P9 = { Value: F<boolean | null, boolean | null, O1>; DisplayValue: F<string | null, boolean | null, O1> }
type P10 = { Number: F<string | null, string | object | null, O3, P5>; Extension: F<string | null, string | object | null, O3, P5>; Description: F<string | null, string | object | null, O3, P5>; Default: F<boolean | null, boolean | object | null, O1, P9>; Value: F<string | null, string | null, O3>; DisplayValue: F<string | null, string | null, O3> }
type P11 = { Value: F<string | null, string | null, O3>; DisplayValue: F<string | null, string | null, O3>; Address: F<string | null, string | object | null, O3, P5>; Description: F<string | number | boolean | null, string | number | null, never>; Default: F<string | number | boolean | null, string | number | null, never> }
type P12 = { Address: F<string | null, string | object | null, O3, P5>; Description: F<string | null, string | object | null, O3, P5>; Default: F<boolean | null, boolean | object | null, O1, P9>; Value: F<string | null, string | null, O3>; DisplayValue: F<string | null, string | null, O3> }
type P13 = { Longitude: F<number | null, number | null, O2>; Latitude: F<number | null, number | null, O2> }
type P14 = { Key: F<string | null, string | object | null, O1, P3>; AddressLine1: F<string | null, string | object | null, O3, P5>; AddressLine2: F<string | null, string | object | null, O3, P5>; City: F<string | null, string | object | null, O3, P7>; StateProvince: F<string | null, string | object | null, O3, P7>; ZipCode: F<string | null, string | object | null, O3, P5>; Country: F<string | null, string | object | null, O3, P7>; Description: F<string | null, string | object | null, O3, P5>; Location: F<object | null, string | number | object | null, never, P13>; Default: F<string | number | boolean | null, string | number | null, never>; DisplayValue: F<string | null, string | number | null, never> }
type P15 = { Value: F<string | null, string | null, O1>; ID: F<string | null, string | null, O1>; EntityType: F<string | number | boolean | null, string | number | null, never>; Uid: F<string | null, string | null, O1>; Number: F<string | number | boolean | null, string | number | null, never> }
type P16 = { Key: F<string | null, string | object | null, O1, P15>; Uid: F<string | null, string | null, O1>; ID: F<string | null, string | null, O1>; Value: F<string | null, string | object | null, O3, P5>; DisplayName: F<string | null, string | object | null, O3, P5>; DisplayValue: F<string | null, string | object | null, O3, P5> }
type P17 = { Value: F<string | null, string | null, O2>; DisplayValue: F<string | null, string | null, O2> }
type P18 = { Key: F<number | null, string | number | null, O2>; Value: F<string | null, string | null, O3>; Name: F<string | null, string | null, O3>; DisplayValue: F<string | null, string | null, O3>; Icon: F<string | number | boolean | null, string | number | null, never>; BiDirectional: F<string | number | boolean | null, string | number | null, never>; External: F<string | number | boolean | null, string | number | null, never>; Group: F<string | number | boolean | null, string | number | null, never>; Inactive: F<string | number | boolean | null, string | number | null, never>; SortValue: F<string | number | boolean | null, string | number | null, never> }
type P19 = { Uid: F<string | number | boolean | null, string | number | null, never> }
type P20 = { Key: F<string | null, string | object | null, O1, P19>; Value: F<string | null, string | null, O1>; Uid: F<string | number | boolean | null, string | number | null, never>; DisplayValue: F<string | null, string | number | null, never> }
type P21 = { Read: F<readonly (string)[] | null, readonly (string | object)[] | string | object | null, O5, P20, true>; Write: F<readonly (string)[] | null, readonly (string | object)[] | string | object | null, O5, P20, true> }
type P22 = { Value: F<string | number | boolean | null, never, never>; DisplayValue: F<string | null, never, never>; Read: F<string | number | boolean | null, never, never>; Write: F<string | number | boolean | null, never, never> }
type P23 = { Value: F<string | null, never, O1>; ID: F<string | null, never, O1>; EntityType: F<string | number | boolean | null, never, never>; Uid: F<string | null, never, O1>; Number: F<string | number | boolean | null, never, never> }
type P24 = { Key: F<string | null, never, O1, P23>; Uid: F<string | null, never, O1>; ID: F<string | null, never, O1>; Value: F<string | null, never, O3, P6>; DisplayName: F<string | null, never, O3, P6>; DisplayValue: F<string | null, never, O3, P6> }
type P25 = { Value: F<string | null, never, O2>; DisplayValue: F<string | null, never, O2> }
type P26 = { Value: F<number | null, never, O2>; DisplayValue: F<string | null, never, O2> }
type P27 = { Key: F<string | null, string | object | null, O1, P3> }
type P28 = { Value: F<string | null, string | null, O1>; ID: F<string | null, string | null, O1>; EntityType: F<string | number | boolean | null, string | number | null, never>; Number: F<string | number | boolean | null, string | number | null, never> }
type P29 = { Key: F<string | null, never, O1>; DisplayValue: F<string | null, never, never>; AbEntry: F<string | null, never, O1, P4 & Model['AbEntry']['fields']>; Lead: F<string | null, never, O1, P4 & Model['Lead']['fields']>; Opportunity: F<string | null, never, O1, P4 & Model['Opportunity']['fields']>; Case: F<string | null, never, O1, P4 & Model['Case']['fields']>; Campaign: F<string | null, never, O1, P4 & Model['Campaign']['fields']> }
type P30 = { Key: F<number | null, string | number | null, O2>; Value: F<number | null, string | number | null, O1>; Name: F<number | null, string | number | null, O1>; DisplayValue: F<string | null, string | number | null, O1>; Icon: F<string | number | boolean | null, string | number | null, never>; BiDirectional: F<string | number | boolean | null, string | number | null, never>; External: F<string | number | boolean | null, string | number | null, never>; Group: F<string | number | boolean | null, string | number | null, never>; Inactive: F<string | number | boolean | null, string | number | null, never>; SortValue: F<string | number | boolean | null, string | number | null, never> }
type P31 = { Code: F<string | number | boolean | null, string | number | null, never>; Value: F<string | number | boolean | null, string | number | null, never> }
type P32 = { Value: F<number | null, number | null, O2>; DisplayValue: F<string | null, number | null, O2>; CurrencyCode: F<object | null, string | number | object | null, never, P31> }
type P33 = { Value: F<boolean | null, never, O1> }
type P34 = { ID: F<string | number | boolean | null, string | number | null, never>; Header: F<string | number | boolean | null, string | number | null, never>; Template: F<string | number | boolean | null, string | number | null, never>; Width: F<string | number | boolean | null, string | number | null, never> }
type P35 = { Value: F<string | null, string | null, O2>; DisplayValue: F<string | null, string | null, O2>; Code: F<string | null, string | null, O2> }
type P36 = { Value: F<string | null, string | null, O1> }
type P37 = { Key: F<string | null, string | null, O1> }
type P38 = { Value: F<string | null, string | null, O3> }
type P39 = { Value: F<number | null, string | number | null, O2>; DisplayValue: F<string | null, string | number | null, O2> }
type P40 = { Name: F<string | number | boolean | null, string | number | null, never>; ColumnNo: F<string | number | boolean | null, string | number | null, never>; Element: F<string | number | boolean | null, string | number | null, never> }
type P41 = { AddressLine1: F<string | null, string | object | null, O3, P5>; AddressLine2: F<string | null, string | object | null, O3, P5>; City: F<string | null, string | object | null, O3, P7>; StateProvince: F<string | null, string | object | null, O3, P7>; ZipCode: F<string | null, string | object | null, O3, P5>; Country: F<string | null, string | object | null, O3, P7>; Description: F<string | null, string | object | null, O3, P5>; Location: F<object | null, string | number | object | null, never, P13> }
type P42 = { Code: F<string | null, string | null, O2>; Value: F<string | null, string | null, O2> }
type P43 = { Value: F<number | null, number | null, O2>; DisplayValue: F<string | null, number | null, O2>; CurrencyCode: F<string | null, string | object | null, O2, P42>; CorporateValue: F<number | null, number | null, O2> }
type P44 = { Code: F<string | number | boolean | null, never, never>; Value: F<string | number | boolean | null, never, never> }
type P45 = { Value: F<number | null, never, O2>; DisplayValue: F<string | null, never, O2>; CurrencyCode: F<object | null, never, never, P44> }
type P46 = { Code: F<string | null, never, O2>; Value: F<string | null, never, O2> }
type P47 = { Value: F<number | null, never, O2>; DisplayValue: F<string | null, never, O2>; CurrencyCode: F<string | null, never, O2, P46>; CorporateValue: F<number | null, never, O2> }
type P48 = { Key: F<string | null, never, O1, P1>; Setup: F<string | null, never, O1, P4 & Model['SalesProcessSetup']['fields']>; Description: F<string | null, never, O3, P6>; DisplayValue: F<string | null, never, O3, P6> }
type P49 = { Key: F<string | null, never, O1, P1>; Setup: F<string | null, never, O1, P4 & Model['SalesStageSetup']['fields']>; Description: F<string | null, never, O3, P6>; Age: F<number | null, never, O2, P26>; TargetAge: F<number | null, never, O2, P26>; ProbabilityClose: F<number | null, never, O2, P26>; DisplayValue: F<string | null, never, O3, P6> }
type P50 = { Key: F<number | null, string | number | null, O2>; DisplayValue: F<string | null, string | number | null, never> }
type P51 = { Value: F<boolean | null, never, O1>; DisplayValue: F<string | null, never, O1> }
type P52 = { Key: F<string | null, string | object | null, O1, P15>; Uid: F<string | null, string | null, O1>; ID: F<string | null, string | null, O1>; Value: F<string | null, string | object | null, O3, P5>; DisplayName: F<string | null, string | object | null, O3, P5>; DisplayValue: F<string | null, string | object | null, O3, P5>; Role: F<number | null, string | number | object | null, O2, P30>; Right: F<number | null, string | number | object | null, O2, P30> }
type P53 = { Pattern: F<string | number | boolean | null, string | number | null, never>; Range: F<string | number | boolean | null, string | number | null, never> }
type P54 = { Key: F<number | null, never, O2>; Value: F<number | null, never, O1>; Name: F<number | null, never, O1>; DisplayValue: F<string | null, never, O1>; Icon: F<string | number | boolean | null, never, never>; BiDirectional: F<string | number | boolean | null, never, never>; External: F<string | number | boolean | null, never, never>; Group: F<string | number | boolean | null, never, never>; Inactive: F<string | number | boolean | null, never, never>; SortValue: F<string | number | boolean | null, never, never> }
type P55 = { Create: F<string | number | boolean | null, never, never>; Read: F<string | number | boolean | null, never, never>; Update: F<string | number | boolean | null, never, never>; Delete: F<string | number | boolean | null, never, never> }
type P56 = { AbEntry: F<object | null, never, never, P55>; Opportunity: F<object | null, never, never, P55>; Lead: F<object | null, never, never, P55>; Case: F<object | null, never, never, P55>; Campaign: F<object | null, never, never, P55>; Interaction: F<object | null, never, never, P55>; Appointment: F<object | null, never, never, P55>; Task: F<object | null, never, never, P55>; Note: F<object | null, never, never, P55>; Document: F<object | null, never, never, P55>; Address: F<object | null, never, never, P55>; RelatedEntry: F<object | null, never, never, P55>; CampaignSubscriber: F<object | null, never, never, P55>; FavoriteList: F<object | null, never, never, P55>; DocumentLibrary: F<object | null, never, never, P55>; PersonalAccessToken: F<object | null, never, never, P55>; User: F<object | null, never, never, P55>; SecurityGroup: F<object | null, never, never, P55>; Territory: F<object | null, never, never, P55>; SalesTeam: F<object | null, never, never, P55>; SalesProcessSetup: F<object | null, never, never, P55>; SalesStageSetup: F<object | null, never, never, P55>; CurrencyRate: F<object | null, never, never, P55>; Application: F<object | null, never, never, P55>; Folder: F<object | null, never, never, P55>; KeyFieldList: F<object | null, never, never, P55>; KeyFieldDefinition: F<object | null, never, never, P55>; ProcessSetup: F<object | null, never, never, P55>; ProcessStageSetup: F<object | null, never, never, P55>; Resource: F<object | null, never, never, P55> }
type P57 = { Value: F<string | null, never, O1>; ID: F<string | null, never, O1>; EntityType: F<string | number | boolean | null, never, never>; Number: F<string | number | boolean | null, never, never> }
type P58 = { Key: F<string | null, never, O2>; Value: F<string | null, never, O2>; Name: F<string | null, never, O2>; DisplayValue: F<string | null, never, O2> }
type P59 = { Field: F<string | number | boolean | null, never, never>; Before: F<string | number | boolean | null, never, never>; After: F<string | number | boolean | null, never, never> }
type P60 = { Key: F<string | number | boolean | null, never, never>; Value: F<string | number | boolean | null, never, never>; DisplayValue: F<string | null, never, never>; Inactive: F<string | number | boolean | null, never, never> }
type F<Read, Write, Operators, Parts = never, List = false> = {
  read: Read
  write: Write
  operators: Operators
  parts: Parts
  list: List
}

export interface Model {
  AbEntry: {
    required: 'Type'
    fields: {
      Key: F<string, never, O1, P1>
      Type: F<string | null, string | object | null, O2, P2>
      ParentKey: F<string | null, string | object | null, O1, P3>
      Parent: F<string | object | null, never, O1, P4 & Model['AbEntry']['fields']>
      CompanyName: F<string | null, string | object | null, O3, P5>
      FirstName: F<string | null, string | object | null, O3, P5>
      MiddleName: F<string | null, string | object | null, O3, P5>
      LastName: F<string | null, string | object | null, O3, P5>
      FullName: F<string | null, never, O3, P6>
      MrMs: F<string | null, string | object | null, O3, P7>
      Salutation: F<string | null, string | object | null, O3, P7>
      Division: F<string | null, string | object | null, O3, P7>
      Department: F<string | null, string | object | null, O3, P7>
      Position: F<string | null, string | object | null, O3, P7>
      Phone: F<string | null, string | object | null, O3, P8>
      Phone1: F<string | null, string | object | null, O3, P10>
      Phone2: F<string | null, string | object | null, O3, P10>
      Phone3: F<string | null, string | object | null, O3, P10>
      Phone4: F<string | null, string | object | null, O3, P10>
      Email: F<string | null, string | object | null, O3, P11>
      Email1: F<string | null, string | object | null, O3, P12>
      Email2: F<string | null, string | object | null, O3, P12>
      Email3: F<string | null, string | object | null, O3, P12>
      Website: F<string | null, string | object | null, O3, P5>
      Address: F<object | null, string | number | object | null, never, P14>
      AccountManager: F<string | null, string | object | null, O1, P16 & Model['User']['fields']>
      LastContactDate: F<string | null, string | object | null, O2, P17>
      TerritoryKey: F<string | null, string | object | null, O1, P3>
      Territory: F<string | object | null, never, O1, P4 & Model['Territory']['fields']>
      TerritoryStatus: F<string | number | null, string | number | object | null, O2, P18>
      Category: F<readonly (string | number)[] | null, readonly (string | number | object)[] | string | number | object | null, O4, P18, true>
      Lead: F<boolean | null, boolean | object | null, O1, P9>
      ReportsToKey: F<string | null, string | object | null, O1, P3>
      ReportsTo: F<string | object | null, never, O1, P4 & Model['AbEntry']['fields']>
      SecAccess: F<object | null, string | number | object | null, never, P21>
      SecStatus: F<string | null, never, never, P22>
      FavoriteLists: F<readonly (string)[] | null, never, O5, P4 & Model['FavoriteList']['fields'], true>
      DisplayValue: F<string | null, never, O3, P6>
      Creator: F<string | null, never, O1, P24 & Model['User']['fields']>
      CreationDate: F<string | null, never, O2, P25>
      ModifiedBy: F<string | null, never, O1, P24 & Model['User']['fields']>
      LastModifyDate: F<string | null, never, O2, P25>
      Version: F<number, never, O2, P26>
      DeletedDate: F<string | null, never, O2, P25>
      DeletedBy: F<string | null, never, O1, P24 & Model['User']['fields']>
    }
  }
  Activity: {
    required: never
    fields: {
      Key: F<string, never, O1, P1>
      TaskKey: F<string | null, never, O1, P1>
      Task: F<string | object | null, never, O1, P4 & Model['Task']['fields']>
      Subject: F<string | null, never, O3, P6>
      StartDate: F<string | null, never, O2, P25>
      AssignedTo: F<string | null, never, O1, P24 & Model['User']['fields']>
      DisplayValue: F<string | null, never, O3, P6>
      Creator: F<string | null, never, O1, P24 & Model['User']['fields']>
      CreationDate: F<string | null, never, O2, P25>
      ModifiedBy: F<string | null, never, O1, P24 & Model['User']['fields']>
      LastModifyDate: F<string | null, never, O2, P25>
      Version: F<number, never, O2, P26>
      DeletedDate: F<string | null, never, O2, P25>
      DeletedBy: F<string | null, never, O1, P24 & Model['User']['fields']>
    }
  }
  Address: {
    required: 'ParentKey'
    fields: {
      Key: F<string, never, O1, P1>
      ParentKey: F<string | null, string | object | null, O1, P3>
      Parent: F<string | object | null, never, O1, P4 & Model['AbEntry']['fields']>
      AddressLine1: F<string | null, string | object | null, O3, P5>
      AddressLine2: F<string | null, string | object | null, O3, P5>
      City: F<string | null, string | object | null, O3, P7>
      StateProvince: F<string | null, string | object | null, O3, P7>
      ZipCode: F<string | null, string | object | null, O3, P5>
      Country: F<string | null, string | object | null, O3, P7>
      Description: F<string | null, string | object | null, O3, P5>
      Location: F<object | null, string | number | object | null, never, P13>
      Default: F<boolean | null, boolean | object | null, O1, P9>
      DisplayValue: F<string | null, never, O3, P6>
      Creator: F<string | null, never, O1, P24 & Model['User']['fields']>
      CreationDate: F<string | null, never, O2, P25>
      ModifiedBy: F<string | null, never, O1, P24 & Model['User']['fields']>
      LastModifyDate: F<string | null, never, O2, P25>
      Version: F<number, never, O2, P26>
      DeletedDate: F<string | null, never, O2, P25>
      DeletedBy: F<string | null, never, O1, P24 & Model['User']['fields']>
    }
  }
  Application: {
    required: 'Name' | 'RedirectUri'
    fields: {
      Key: F<string, never, O1, P1>
      Name: F<string | null, string | object | null, O3, P5>
      RedirectUri: F<string | null, string | object | null, O2, P17>
      MoreRedirectUris: F<readonly (string | number | boolean)[] | null, readonly (string | number)[] | string | number | null, never, never, true>
      Public: F<boolean | null, boolean | object | null, O1, P9>
      AllowS256: F<boolean | null, boolean | object | null, O1, P9>
      ClientId: F<string | null, never, O2, P25>
      DisplayValue: F<string | null, never, O3, P6>
      Creator: F<string | null, never, O1, P24 & Model['User']['fields']>
      CreationDate: F<string | null, never, O2, P25>
      ModifiedBy: F<string | null, never, O1, P24 & Model['User']['fields']>
      LastModifyDate: F<string | null, never, O2, P25>
      Version: F<number, never, O2, P26>
      DeletedDate: F<string | null, never, O2, P25>
      DeletedBy: F<string | null, never, O1, P24 & Model['User']['fields']>
    }
  }
  Appointment: {
    required: 'Subject' | 'StartDate'
    fields: {
      Key: F<string, never, O1, P1>
      Subject: F<string | null, string | object | null, O3, P7>
      StartDate: F<string | null, string | object | null, O2, P17>
      EndDate: F<string | null, string | object | null, O2, P17>
      Description: F<string | null, string | object | null, O3, P5>
      Location: F<string | null, string | object | null, O3, P7>
      Private: F<boolean | null, boolean | object | null, O1, P9>
      Priority: F<string | number | null, string | number | object | null, O2, P18>
      Result: F<string | number | null, string | number | object | null, O2, P18>
      InteractionCategory: F<string | number | null, string | number | object | null, O2, P18>
      AbEntries: F<readonly (string)[] | null, readonly (string | object)[] | string | object | null, O5, P27 & Model['AbEntry']['fields'], true>
      Leads: F<readonly (string)[] | null, readonly (string | object)[] | string | object | null, O5, P27 & Model['Lead']['fields'], true>
      Users: F<readonly (string)[] | null, readonly (string | object)[] | string | object | null, O5, P16 & Model['User']['fields'], true>
      Resources: F<readonly (string)[] | null, readonly (string | object)[] | string | object | null, O5, P27 & Model['Resource']['fields'], true>
      WithKey: F<string | null, string | object | null, O1, P28>
      With: F<object | null, never, O1, P29>
      Organizer: F<string | null, string | object | null, O1, P16 & Model['User']['fields']>
      Product: F<readonly (string | number)[] | null, readonly (string | number | object)[] | string | number | object | null, O4, P18, true>
      Category: F<readonly (string | number)[] | null, readonly (string | number | object)[] | string | number | object | null, O4, P18, true>
      DisplayValue: F<string | null, never, O3, P6>
      Creator: F<string | null, never, O1, P24 & Model['User']['fields']>
      CreationDate: F<string | null, never, O2, P25>
      ModifiedBy: F<string | null, never, O1, P24 & Model['User']['fields']>
      LastModifyDate: F<string | null, never, O2, P25>
      Version: F<number, never, O2, P26>
      DeletedDate: F<string | null, never, O2, P25>
      DeletedBy: F<string | null, never, O1, P24 & Model['User']['fields']>
    }
  }
  CampaignSubscriber: {
    required: 'Key' | 'ParentKey'
    fields: {
      Key: F<string, string | object | null, O1, P3>
      AbEntry: F<string | object | null, never, O1, P4 & Model['AbEntry']['fields']>
      ParentKey: F<string | null, string | object | null, O1, P3>
      Campaign: F<string | object | null, never, O1, P4 & Model['Campaign']['fields']>
      StartDate: F<string | null, string | object | null, O2, P17>
      NextDate: F<string | null, string | object | null, O2, P17>
      Status: F<string | number | null, string | number | object | null, O2, P30>
      DisplayValue: F<string | null, never, O3, P6>
      Creator: F<string | null, never, O1, P24 & Model['User']['fields']>
      CreationDate: F<string | null, never, O2, P25>
      ModifiedBy: F<string | null, never, O1, P24 & Model['User']['fields']>
      LastModifyDate: F<string | null, never, O2, P25>
      Version: F<number, never, O2, P26>
      DeletedDate: F<string | null, never, O2, P25>
      DeletedBy: F<string | null, never, O1, P24 & Model['User']['fields']>
    }
  }
  Campaign: {
    required: 'Name'
    fields: {
      Key: F<string, never, O1, P1>
      Name: F<string | null, string | object | null, O3, P5>
      Status: F<string | number | null, string | number | object | null, O2, P30>
      Type: F<string | number | null, string | number | object | null, O2, P18>
      Description: F<string | null, string | object | null, O3, P5>
      Cost: F<number | null, number | object | null, O2, P32>
      ForecastRevenue: F<number | null, number | object | null, O2, P32>
      ActualRevenue: F<number | null, number | object | null, O2, P32>
      StartDate: F<string | null, string | object | null, O2, P17>
      EndDate: F<string | null, string | object | null, O2, P17>
      Product: F<readonly (string | number)[] | null, readonly (string | number | object)[] | string | number | object | null, O4, P18, true>
      Category: F<readonly (string | number)[] | null, readonly (string | number | object)[] | string | number | object | null, O4, P18, true>
      DisplayValue: F<string | null, never, O3, P6>
      Creator: F<string | null, never, O1, P24 & Model['User']['fields']>
      CreationDate: F<string | null, never, O2, P25>
      ModifiedBy: F<string | null, never, O1, P24 & Model['User']['fields']>
      LastModifyDate: F<string | null, never, O2, P25>
      Version: F<number, never, O2, P26>
      DeletedDate: F<string | null, never, O2, P25>
      DeletedBy: F<string | null, never, O1, P24 & Model['User']['fields']>
    }
  }
  Case: {
    required: 'Subject' | 'AbEntryKey'
    fields: {
      Key: F<string, never, O1, P1>
      CaseNumber: F<string | null, never, O3, P6>
      Subject: F<string | null, string | object | null, O3, P5>
      Description: F<string | null, string | object | null, O3, P5>
      AbEntryKey: F<string | null, string | object | null, O1, P3>
      AbEntry: F<string | object | null, never, O1, P4 & Model['AbEntry']['fields']>
      ContactKey: F<string | null, string | object | null, O1, P3>
      Contact: F<string | object | null, never, O1, P4 & Model['AbEntry']['fields']>
      AssignedTo: F<string | null, string | object | null, O1, P16 & Model['User']['fields']>
      Owner: F<string | null, string | object | null, O1, P16 & Model['User']['fields']>
      Product: F<readonly (string | number)[] | null, readonly (string | number | object)[] | string | number | object | null, O4, P18, true>
      Category: F<readonly (string | number)[] | null, readonly (string | number | object)[] | string | number | object | null, O4, P18, true>
      Type: F<string | number | null, string | number | object | null, O2, P18>
      Reason: F<string | number | null, string | number | object | null, O2, P18>
      Origin: F<string | number | null, string | number | object | null, O2, P18>
      Queue: F<string | number | null, string | number | object | null, O2, P18>
      Status: F<string | number | null, string | number | object | null, O2, P18>
      Priority: F<string | number | null, string | number | object | null, O2, P18>
      Severity: F<string | number | null, string | number | object | null, O2, P18>
      ResolvedDate: F<string | null, never, O2, P25>
      ResolvedBy: F<string | null, never, O1, P24 & Model['User']['fields']>
      Age: F<number | null, never, O2, P26>
      FollowUpDate: F<string | null, string | object | null, O2, P17>
      Overdue: F<boolean | null, never, O1, P33>
      FavoriteLists: F<readonly (string)[] | null, never, O5, P4 & Model['FavoriteList']['fields'], true>
      DisplayValue: F<string | null, never, O3, P6>
      Creator: F<string | null, never, O1, P24 & Model['User']['fields']>
      CreationDate: F<string | null, never, O2, P25>
      ModifiedBy: F<string | null, never, O1, P24 & Model['User']['fields']>
      LastModifyDate: F<string | null, never, O2, P25>
      Version: F<number, never, O2, P26>
      DeletedDate: F<string | null, never, O2, P25>
      DeletedBy: F<string | null, never, O1, P24 & Model['User']['fields']>
    }
  }
  ColumnSetup: {
    required: 'Name' | 'EntityType' | 'Columns'
    fields: {
      Key: F<string, never, O1, P1>
      Name: F<string | null, string | object | null, O3, P5>
      EntityType: F<string | number | null, string | number | object | null, O2, P30>
      Columns: F<readonly (object)[] | null, readonly (string | number | object)[] | string | number | object | null, never, P34, true>
      DisplayValue: F<string | null, never, O3, P6>
      Creator: F<string | null, never, O1, P24 & Model['User']['fields']>
      CreationDate: F<string | null, never, O2, P25>
      ModifiedBy: F<string | null, never, O1, P24 & Model['User']['fields']>
      LastModifyDate: F<string | null, never, O2, P25>
      Version: F<number, never, O2, P26>
      DeletedDate: F<string | null, never, O2, P25>
      DeletedBy: F<string | null, never, O1, P24 & Model['User']['fields']>
    }
  }
  CurrencyRate: {
    required: 'CurrencyCode' | 'Rate'
    fields: {
      Key: F<string, never, O1, P1>
      CurrencyCode: F<string | null, string | object | null, O2, P35>
      Description: F<string | null, string | object | null, O3, P5>
      Rate: F<number | null, number | null, O2>
      EffectiveDate: F<string | null, string | object | null, O2, P17>
      DisplayValue: F<string | null, never, O3, P6>
      Creator: F<string | null, never, O1, P24 & Model['User']['fields']>
      CreationDate: F<string | null, never, O2, P25>
      ModifiedBy: F<string | null, never, O1, P24 & Model['User']['fields']>
      LastModifyDate: F<string | null, never, O2, P25>
      Version: F<number, never, O2, P26>
      DeletedDate: F<string | null, never, O2, P25>
      DeletedBy: F<string | null, never, O1, P24 & Model['User']['fields']>
    }
  }
  DocumentLibrary: {
    required: 'Name' | 'Type' | 'BinaryDataId'
    fields: {
      Key: F<string, never, O1, P1>
      Name: F<string | null, string | object | null, O3, P5>
      Description: F<string | null, string | object | null, O3, P5>
      Ext: F<string | null, string | object | null, O3, P5>
      Type: F<string | number | null, string | number | object | null, O2, P30>
      FolderKey: F<string | null, string | object | null, O1, P36>
      Size: F<number | null, never, O2, P26>
      BinaryDataId: F<never, string | number | null, never>
      DisplayValue: F<string | null, never, O3, P6>
      Creator: F<string | null, never, O1, P24 & Model['User']['fields']>
      CreationDate: F<string | null, never, O2, P25>
      ModifiedBy: F<string | null, never, O1, P24 & Model['User']['fields']>
      LastModifyDate: F<string | null, never, O2, P25>
      Version: F<number, never, O2, P26>
      DeletedDate: F<string | null, never, O2, P25>
      DeletedBy: F<string | null, never, O1, P24 & Model['User']['fields']>
    }
  }
  Document: {
    required: 'Name' | 'ParentKey'
    fields: {
      Key: F<string, never, O1, P1>
      Name: F<string | null, string | object | null, O3, P5>
      Description: F<string | null, string | object | null, O3, P5>
      Ext: F<string | null, string | object | null, O3, P5>
      Type: F<string | number | null, string | number | object | null, O2, P30>
      Category: F<string | null, string | object | null, O3, P7>
      Size: F<number | null, never, O2, P26>
      ParentKey: F<string | null, string | object | null, O1, P28>
      DateTime: F<string | null, string | object | null, O2, P17>
      BinaryDataId: F<never, string | number | null, never>
      SecAccess: F<object | null, string | number | object | null, never, P21>
      DisplayValue: F<string | null, never, O3, P6>
      Creator: F<string | null, never, O1, P24 & Model['User']['fields']>
      CreationDate: F<string | null, never, O2, P25>
      ModifiedBy: F<string | null, never, O1, P24 & Model['User']['fields']>
      LastModifyDate: F<string | null, never, O2, P25>
      Version: F<number, never, O2, P26>
      DeletedDate: F<string | null, never, O2, P25>
      DeletedBy: F<string | null, never, O1, P24 & Model['User']['fields']>
    }
  }
  FavoriteList: {
    required: 'Name'
    fields: {
      Key: F<string, never, O1, P1>
      Name: F<string | null, string | object | null, O3, P5>
      Description: F<string | null, string | object | null, O3, P5>
      EntityType: F<string | number | null, string | number | object | null, O2, P30>
      MemberKeys: F<readonly (string)[] | null, readonly (string | object)[] | string | object | null, O5, P37, true>
      DisplayValue: F<string | null, never, O3, P6>
      Creator: F<string | null, never, O1, P24 & Model['User']['fields']>
      CreationDate: F<string | null, never, O2, P25>
      ModifiedBy: F<string | null, never, O1, P24 & Model['User']['fields']>
      LastModifyDate: F<string | null, never, O2, P25>
      Version: F<number, never, O2, P26>
      DeletedDate: F<string | null, never, O2, P25>
      DeletedBy: F<string | null, never, O1, P24 & Model['User']['fields']>
    }
  }
  Folder: {
    required: 'Name' | 'AppliesTo'
    fields: {
      Key: F<string, never, O1, P1>
      Name: F<string | null, string | object | null, O3, P5>
      AppliesTo: F<readonly (string)[] | null, readonly (string | object)[] | string | object | null, O6, P38, true>
      ParentFolderKey: F<string | null, string | object | null, O1, P36>
      Inactive: F<boolean | null, boolean | object | null, O1, P9>
      Path: F<string | null, never, O3, P6>
      DisplayValue: F<string | null, never, O3, P6>
      Creator: F<string | null, never, O1, P24 & Model['User']['fields']>
      CreationDate: F<string | null, never, O2, P25>
      ModifiedBy: F<string | null, never, O1, P24 & Model['User']['fields']>
      LastModifyDate: F<string | null, never, O2, P25>
      Version: F<number, never, O2, P26>
      DeletedDate: F<string | null, never, O2, P25>
      DeletedBy: F<string | null, never, O1, P24 & Model['User']['fields']>
    }
  }
  Interaction: {
    required: 'Type'
    fields: {
      Key: F<string, never, O1, P1>
      Type: F<string | number | null, string | number | object | null, O2, P18>
      AbEntryKey: F<string | null, string | object | null, O1, P3>
      AbEntry: F<string | object | null, never, O1, P4 & Model['AbEntry']['fields']>
      LeadKey: F<string | null, string | object | null, O1, P3>
      Lead: F<string | object | null, never, O1, P4 & Model['Lead']['fields']>
      AbEntries: F<readonly (string)[] | null, readonly (string | object)[] | string | object | null, O5, P27 & Model['AbEntry']['fields'], true>
      Leads: F<readonly (string)[] | null, readonly (string | object)[] | string | object | null, O5, P27 & Model['Lead']['fields'], true>
      Users: F<readonly (string)[] | null, readonly (string | object)[] | string | object | null, O5, P16 & Model['User']['fields'], true>
      User: F<string | null, string | object | null, O1, P16 & Model['User']['fields']>
      WithKey: F<string | null, string | object | null, O1, P28>
      With: F<object | null, never, O1, P29>
      Subject: F<string | null, string | object | null, O3, P5>
      Description: F<string | null, string | object | null, O3, P5>
      Attachment: F<string | null, string | object | null, O3, P5>
      StartDate: F<string | null, string | object | null, O2, P17>
      EndDate: F<string | null, string | object | null, O2, P17>
      Duration: F<number | null, string | number | object | null, O2, P39>
      Direction: F<string | number | null, string | number | object | null, O2, P30>
      Completed: F<boolean | null, boolean | object | null, O1, P9>
      Priority: F<string | number | null, string | number | object | null, O2, P18>
      Recurring: F<boolean | null, boolean | object | null, O1, P9>
      Source: F<string | null, string | object | null, O3, P5>
      Data: F<string | number | boolean | null, string | number | null, never>
      Result: F<string | number | null, string | number | object | null, O2, P18>
      Category: F<string | number | null, string | number | object | null, O2, P18>
      SecStatus: F<string | null, never, never, P22>
      DisplayValue: F<string | null, never, O3, P6>
      Creator: F<string | null, never, O1, P24 & Model['User']['fields']>
      CreationDate: F<string | null, never, O2, P25>
      ModifiedBy: F<string | null, never, O1, P24 & Model['User']['fields']>
      LastModifyDate: F<string | null, never, O2, P25>
      Version: F<number, never, O2, P26>
      DeletedDate: F<string | null, never, O2, P25>
      DeletedBy: F<string | null, never, O1, P24 & Model['User']['fields']>
    }
  }
  KeyFieldDefinition: {
    required: 'ParentKey' | 'EntityType'
    fields: {
      Key: F<string, never, O1, P1>
      ParentKey: F<string | null, string | object | null, O1, P3>
      Parent: F<string | object | null, never, O1, P4 & Model['KeyFieldList']['fields']>
      EntityType: F<string | number | null, string | number | object | null, O2, P30>
      Target: F<string | null, string | object | null, O3, P5>
      Name: F<string | null, string | object | null, O3, P5>
      Rule: F<string | null, string | object | null, O3, P5>
      RequestedBy: F<string | null, string | object | null, O3, P5>
      Layout: F<readonly (object)[] | null, readonly (string | number | object)[] | string | number | object | null, never, P40, true>
      DisplayValue: F<string | null, never, O3, P6>
      Creator: F<string | null, never, O1, P24 & Model['User']['fields']>
      CreationDate: F<string | null, never, O2, P25>
      ModifiedBy: F<string | null, never, O1, P24 & Model['User']['fields']>
      LastModifyDate: F<string | null, never, O2, P25>
      Version: F<number, never, O2, P26>
      DeletedDate: F<string | null, never, O2, P25>
      DeletedBy: F<string | null, never, O1, P24 & Model['User']['fields']>
    }
  }
  KeyFieldList: {
    required: 'Name'
    fields: {
      Key: F<string, never, O1, P1>
      Name: F<string | null, string | object | null, O3, P5>
      Target: F<string | null, string | object | null, O3, P5>
      Description: F<string | null, string | object | null, O3, P5>
      RequestedBy: F<string | null, string | object | null, O3, P5>
      SecAccess: F<object | null, string | number | object | null, never, P21>
      DisplayValue: F<string | null, never, O3, P6>
      Creator: F<string | null, never, O1, P24 & Model['User']['fields']>
      CreationDate: F<string | null, never, O2, P25>
      ModifiedBy: F<string | null, never, O1, P24 & Model['User']['fields']>
      LastModifyDate: F<string | null, never, O2, P25>
      Version: F<number, never, O2, P26>
      DeletedDate: F<string | null, never, O2, P25>
      DeletedBy: F<string | null, never, O1, P24 & Model['User']['fields']>
    }
  }
  Lead: {
    required: never
    fields: {
      Key: F<string, never, O1, P1>
      CompanyName: F<string | null, string | object | null, O3, P5>
      MrMs: F<string | null, string | object | null, O3, P7>
      FirstName: F<string | null, string | object | null, O3, P5>
      MiddleName: F<string | null, string | object | null, O3, P5>
      LastName: F<string | null, string | object | null, O3, P5>
      FullName: F<string | null, never, O3, P6>
      Salutation: F<string | null, string | object | null, O3, P7>
      Position: F<string | null, string | object | null, O3, P7>
      Email: F<string | null, string | object | null, O3, P12>
      Phone1: F<string | null, string | object | null, O3, P10>
      Phone2: F<string | null, string | object | null, O3, P10>
      WebSite: F<string | null, string | object | null, O3, P5>
      Address: F<object | null, string | number | object | null, never, P41>
      Status: F<string | number | null, string | number | object | null, O2, P18>
      Source: F<string | number | null, string | number | object | null, O2, P18>
      Industry: F<string | number | null, string | number | object | null, O2, P18>
      NoEmployees: F<number | null, string | number | object | null, O2, P39>
      SourceUrl: F<string | null, string | object | null, O3, P5>
      CampaignKey: F<string | null, string | object | null, O1, P3>
      Campaign: F<string | object | null, never, O1, P4 & Model['Campaign']['fields']>
      PartnerKey: F<string | null, string | object | null, O1, P3>
      Partner: F<string | object | null, string | object | null, O1, P27 & Model['AbEntry']['fields']>
      ArchivedDate: F<string | null, string | object | null, O2, P17>
      Age: F<number | null, never, O2, P26>
      AssignedTo: F<string | null, string | object | null, O1, P16 & Model['User']['fields']>
      ProcessSetupKey: F<string | null, string | object | null, O1, P3>
      ProcessSetup: F<string | object | null, never, O1, P4 & Model['ProcessSetup']['fields']>
      ProcessStageSetupKey: F<string | null, string | object | null, O1, P3>
      ProcessStageSetup: F<string | object | null, never, O1, P4 & Model['ProcessStageSetup']['fields']>
      OpportunityKey: F<string | null, string | object | null, O1, P3>
      Opportunity: F<string | object | null, never, O1, P4 & Model['Opportunity']['fields']>
      AbEntryKey: F<string | null, string | object | null, O1, P3>
      AbEntry: F<string | object | null, never, O1, P4 & Model['AbEntry']['fields']>
      FavoriteLists: F<readonly (string)[] | null, never, O5, P4 & Model['FavoriteList']['fields'], true>
      DisplayValue: F<string | null, never, O3, P6>
      Creator: F<string | null, never, O1, P24 & Model['User']['fields']>
      CreationDate: F<string | null, never, O2, P25>
      ModifiedBy: F<string | null, never, O1, P24 & Model['User']['fields']>
      LastModifyDate: F<string | null, never, O2, P25>
      Version: F<number, never, O2, P26>
      DeletedDate: F<string | null, never, O2, P25>
      DeletedBy: F<string | null, never, O1, P24 & Model['User']['fields']>
    }
  }
  Note: {
    required: 'ParentKey'
    fields: {
      Key: F<string, never, O1, P1>
      ParentKey: F<string | null, string | object | null, O1, P28>
      Text: F<string | null, string | object | null, O3, P5>
      RichText: F<string | null, string | object | null, O3, P5>
      DateTime: F<string | null, string | object | null, O2, P17>
      Type: F<string | number | null, string | number | object | null, O2, P18>
      Category: F<string | null, string | object | null, O3, P7>
      Important: F<boolean | null, boolean | object | null, O1, P9>
      SecAccess: F<object | null, string | number | object | null, never, P21>
      DisplayValue: F<string | null, never, O3, P6>
      Creator: F<string | null, never, O1, P24 & Model['User']['fields']>
      CreationDate: F<string | null, never, O2, P25>
      ModifiedBy: F<string | null, never, O1, P24 & Model['User']['fields']>
      LastModifyDate: F<string | null, never, O2, P25>
      Version: F<number, never, O2, P26>
      DeletedDate: F<string | null, never, O2, P25>
      DeletedBy: F<string | null, never, O1, P24 & Model['User']['fields']>
    }
  }
  Opportunity: {
    required: 'AbEntryKey' | 'Objective'
    fields: {
      Key: F<string, never, O1, P1>
      AbEntryKey: F<string | null, string | object | null, O1, P3>
      AbEntry: F<string | object | null, never, O1, P4 & Model['AbEntry']['fields']>
      ContactKey: F<string | null, string | object | null, O1, P3>
      Contact: F<string | object | null, never, O1, P4 & Model['AbEntry']['fields']>
      Objective: F<string | null, string | object | null, O3, P5>
      Description: F<string | null, string | object | null, O3, P5>
      NextAction: F<string | null, string | object | null, O3, P5>
      Status: F<string | number | null, string | number | object | null, O2, P30>
      Cost: F<number | null, number | object | null, O2, P32>
      ForecastRevenue: F<number | null, number | object | null, O2, P43>
      ActualRevenue: F<number | null, number | object | null, O2, P43>
      CorporateRevenue: F<number | null, never, O2, P45>
      Revenue: F<number | null, never, O2, P47>
      StartDate: F<string | null, string | object | null, O2, P17>
      CloseDate: F<string | null, string | object | null, O2, P17>
      Leader: F<string | null, string | object | null, O1, P16 & Model['User']['fields']>
      SalesTeam: F<string | object | null, string | object | null, O1, P27 & Model['SalesTeam']['fields']>
      SalesTeamKey: F<string | null, string | object | null, O1, P3>
      SalesProcessSetupKey: F<string | null, string | object | null, O1, P3>
      SalesProcessSetup: F<string | object | null, string | object | null, O1, P27 & Model['SalesProcessSetup']['fields']>
      SalesStageSetupKey: F<string | null, string | object | null, O1, P3>
      SalesStageSetup: F<string | object | null, never, O1, P4 & Model['SalesStageSetup']['fields']>
      SalesProcess: F<object | null, never, O1, P48>
      CurrentSalesStage: F<object | null, never, O1, P49>
      CurrentSalesStageAge: F<number | null, never, O2, P26>
      Category: F<readonly (string | number)[] | null, readonly (string | number | object)[] | string | number | object | null, O4, P18, true>
      Product: F<readonly (string | number)[] | null, readonly (string | number | object)[] | string | number | object | null, O4, P18, true>
      Rating: F<readonly (string | number)[] | null, readonly (string | number | object)[] | string | number | object | null, O4, P18, true>
      RevenueType: F<string | number | null, string | number | object | null, O2, P18>
      Reason: F<readonly (string | number)[] | null, readonly (string | number | object)[] | string | number | object | null, O4, P18, true>
      PartnerInfo: F<string | object | null, string | object | null, O1, P27 & Model['AbEntry']['fields']>
      SecAccess: F<object | null, string | number | object | null, never, P21>
      SecStatus: F<string | null, never, never, P22>
      FavoriteLists: F<readonly (string)[] | null, never, O5, P4 & Model['FavoriteList']['fields'], true>
      DisplayValue: F<string | null, never, O3, P6>
      Creator: F<string | null, never, O1, P24 & Model['User']['fields']>
      CreationDate: F<string | null, never, O2, P25>
      ModifiedBy: F<string | null, never, O1, P24 & Model['User']['fields']>
      LastModifyDate: F<string | null, never, O2, P25>
      Version: F<number, never, O2, P26>
      DeletedDate: F<string | null, never, O2, P25>
      DeletedBy: F<string | null, never, O1, P24 & Model['User']['fields']>
    }
  }
  PersonalAccessToken: {
    required: 'Name'
    fields: {
      Key: F<string, never, O1, P1>
      Name: F<string | null, string | object | null, O3, P5>
      ExpirationDate: F<string | null, string | object | null, O2, P17>
      Scope: F<string | null, string | object | null, O2, P17>
      UserKey: F<string | null, string | object | null, O1, P16 & Model['User']['fields']>
      Status: F<string | number | null, string | number | object | null, O2, P50>
      RevokeDate: F<string | null, never, O2, P25>
      DisplayValue: F<string | null, never, O3, P6>
      Creator: F<string | null, never, O1, P24 & Model['User']['fields']>
      CreationDate: F<string | null, never, O2, P25>
      ModifiedBy: F<string | null, never, O1, P24 & Model['User']['fields']>
      LastModifyDate: F<string | null, never, O2, P25>
      Version: F<number, never, O2, P26>
      DeletedDate: F<string | null, never, O2, P25>
      DeletedBy: F<string | null, never, O1, P24 & Model['User']['fields']>
    }
  }
  ProcessSetup: {
    required: 'EntityType' | 'Name'
    fields: {
      Key: F<string, never, O1, P1>
      EntityType: F<string | number | null, string | number | object | null, O2, P30>
      Name: F<string | null, string | object | null, O3, P5>
      TAG: F<string | null, string | object | null, O3, P5>
      Inactive: F<boolean | null, boolean | object | null, O1, P9>
      DisplayValue: F<string | null, never, O3, P6>
      Creator: F<string | null, never, O1, P24 & Model['User']['fields']>
      CreationDate: F<string | null, never, O2, P25>
      ModifiedBy: F<string | null, never, O1, P24 & Model['User']['fields']>
      LastModifyDate: F<string | null, never, O2, P25>
      Version: F<number, never, O2, P26>
      DeletedDate: F<string | null, never, O2, P25>
      DeletedBy: F<string | null, never, O1, P24 & Model['User']['fields']>
    }
  }
  ProcessStageSetup: {
    required: 'ProcessSetupKey' | 'Name'
    fields: {
      Key: F<string, never, O1, P1>
      ProcessSetupKey: F<string | null, string | object | null, O1, P3>
      ProcessSetup: F<string | object | null, never, O1, P4 & Model['ProcessSetup']['fields']>
      Name: F<string | null, string | object | null, O3, P5>
      TargetAge: F<number | null, string | number | object | null, O2, P39>
      Sequence: F<number | null, string | number | object | null, O2, P39>
      TAG: F<string | null, string | object | null, O3, P5>
      DisplayValue: F<string | null, never, O3, P6>
      Creator: F<string | null, never, O1, P24 & Model['User']['fields']>
      CreationDate: F<string | null, never, O2, P25>
      ModifiedBy: F<string | null, never, O1, P24 & Model['User']['fields']>
      LastModifyDate: F<string | null, never, O2, P25>
      Version: F<number, never, O2, P26>
      DeletedDate: F<string | null, never, O2, P25>
      DeletedBy: F<string | null, never, O1, P24 & Model['User']['fields']>
    }
  }
  RelatedEntry: {
    required: 'FromKey' | 'ToKey'
    fields: {
      Key: F<string, never, O1, P1>
      FromKey: F<string | null, string | object | null, O1, P3>
      From: F<string | object | null, never, O1, P4 & Model['AbEntry']['fields']>
      ToKey: F<string | null, string | object | null, O1, P3>
      To: F<string | object | null, never, O1, P4 & Model['AbEntry']['fields']>
      RelationType: F<string | number | null, string | number | object | null, O2, P18>
      Description: F<string | null, string | object | null, O3, P5>
      ReverseRelatedEntryKey: F<string | null, never, O1, P1>
      DisplayValue: F<string | null, never, O3, P6>
      Creator: F<string | null, never, O1, P24 & Model['User']['fields']>
      CreationDate: F<string | null, never, O2, P25>
      ModifiedBy: F<string | null, never, O1, P24 & Model['User']['fields']>
      LastModifyDate: F<string | null, never, O2, P25>
      Version: F<number, never, O2, P26>
      DeletedDate: F<string | null, never, O2, P25>
      DeletedBy: F<string | null, never, O1, P24 & Model['User']['fields']>
    }
  }
  Resource: {
    required: 'Name'
    fields: {
      Key: F<string, never, O1, P1>
      Name: F<string | null, string | object | null, O3, P5>
      DisplayValue: F<string | null, never, O3, P6>
      Creator: F<string | null, never, O1, P24 & Model['User']['fields']>
      CreationDate: F<string | null, never, O2, P25>
      ModifiedBy: F<string | null, never, O1, P24 & Model['User']['fields']>
      LastModifyDate: F<string | null, never, O2, P25>
      Version: F<number, never, O2, P26>
      DeletedDate: F<string | null, never, O2, P25>
      DeletedBy: F<string | null, never, O1, P24 & Model['User']['fields']>
    }
  }
  SalesProcessSetup: {
    required: 'Description'
    fields: {
      Key: F<string, never, O1, P1>
      Description: F<string | null, string | object | null, O3, P5>
      DisplayValue: F<string | null, never, O3, P6>
      Creator: F<string | null, never, O1, P24 & Model['User']['fields']>
      CreationDate: F<string | null, never, O2, P25>
      ModifiedBy: F<string | null, never, O1, P24 & Model['User']['fields']>
      LastModifyDate: F<string | null, never, O2, P25>
      Version: F<number, never, O2, P26>
      DeletedDate: F<string | null, never, O2, P25>
      DeletedBy: F<string | null, never, O1, P24 & Model['User']['fields']>
    }
  }
  SalesStageSetup: {
    required: 'SalesProcessSetupKey' | 'Description'
    fields: {
      Key: F<string, never, O1, P1>
      SalesProcessSetupKey: F<string | null, string | object | null, O1, P3>
      SalesProcessSetup: F<string | object | null, never, O1, P4 & Model['SalesProcessSetup']['fields']>
      Description: F<string | null, string | object | null, O3, P5>
      ProbabilityClose: F<number | null, string | number | object | null, O2, P39>
      TargetAge: F<number | null, string | number | object | null, O2, P39>
      Sequence: F<number | null, string | number | object | null, O2, P39>
      DisplayValue: F<string | null, never, O3, P6>
      Creator: F<string | null, never, O1, P24 & Model['User']['fields']>
      CreationDate: F<string | null, never, O2, P25>
      ModifiedBy: F<string | null, never, O1, P24 & Model['User']['fields']>
      LastModifyDate: F<string | null, never, O2, P25>
      Version: F<number, never, O2, P26>
      DeletedDate: F<string | null, never, O2, P25>
      DeletedBy: F<string | null, never, O1, P24 & Model['User']['fields']>
    }
  }
  SalesStage: {
    required: never
    fields: {
      Key: F<string, never, O1, P1>
      OpportunityKey: F<string | null, never, O1, P1>
      SalesStageSetupKey: F<string | null, never, O1, P1>
      Setup: F<string | object | null, never, O1, P4 & Model['SalesStageSetup']['fields']>
      Description: F<string | null, never, O3, P6>
      DisplayValue: F<string | null, never, O3, P6>
      ProbabilityClose: F<number | null, never, O2, P26>
      TargetAge: F<number | null, never, O2, P26>
      Sequence: F<number | null, never, O2, P26>
      Age: F<number | null, never, O2, P26>
      Current: F<boolean | null, never, O1, P51>
      Creator: F<string | null, never, O1, P24 & Model['User']['fields']>
      CreationDate: F<string | null, never, O2, P25>
      ModifiedBy: F<string | null, never, O1, P24 & Model['User']['fields']>
      LastModifyDate: F<string | null, never, O2, P25>
      Version: F<number, never, O2, P26>
      DeletedDate: F<string | null, never, O2, P25>
      DeletedBy: F<string | null, never, O1, P24 & Model['User']['fields']>
    }
  }
  SalesTeam: {
    required: 'DisplayName'
    fields: {
      Key: F<string, never, O1, P1>
      DisplayName: F<string | null, string | object | null, O3, P5>
      Members: F<readonly (string)[] | null, readonly (string | object)[] | string | object | null, O5, P52 & Model['User']['fields'], true>
      DisplayValue: F<string | null, never, O3, P6>
      Creator: F<string | null, never, O1, P24 & Model['User']['fields']>
      CreationDate: F<string | null, never, O2, P25>
      ModifiedBy: F<string | null, never, O1, P24 & Model['User']['fields']>
      LastModifyDate: F<string | null, never, O2, P25>
      Version: F<number, never, O2, P26>
      DeletedDate: F<string | null, never, O2, P25>
      DeletedBy: F<string | null, never, O1, P24 & Model['User']['fields']>
    }
  }
  SecurityGroup: {
    required: 'Name'
    fields: {
      Key: F<string, never, O1, P1>
      Name: F<string | null, string | object | null, O3, P5>
      Members: F<readonly (string)[] | null, readonly (string | object)[] | string | object | null, O5, P16 & Model['User']['fields'], true>
      DisplayValue: F<string | null, never, O3, P6>
      Creator: F<string | null, never, O1, P24 & Model['User']['fields']>
      CreationDate: F<string | null, never, O2, P25>
      ModifiedBy: F<string | null, never, O1, P24 & Model['User']['fields']>
      LastModifyDate: F<string | null, never, O2, P25>
      Version: F<number, never, O2, P26>
      DeletedDate: F<string | null, never, O2, P25>
      DeletedBy: F<string | null, never, O1, P24 & Model['User']['fields']>
    }
  }
  Task: {
    required: 'Activity' | 'DateTime'
    fields: {
      Key: F<string, never, O1, P1>
      Activity: F<string | null, string | object | null, O3, P7>
      DateTime: F<string | null, string | object | null, O2, P17>
      AbEntryKey: F<string | null, string | object | null, O1, P3>
      AbEntry: F<string | object | null, never, O1, P4 & Model['AbEntry']['fields']>
      LeadKey: F<string | null, string | object | null, O1, P3>
      Lead: F<string | object | null, never, O1, P4 & Model['Lead']['fields']>
      WithKey: F<string | null, string | object | null, O1, P28>
      With: F<object | null, never, O1, P29>
      AssignedTo: F<string | null, string | object | null, O1, P16 & Model['User']['fields']>
      Priority: F<string | number | null, string | number | object | null, O2, P18>
      Status: F<string | number | null, string | number | object | null, O2, P18>
      Completed: F<boolean | null, boolean | object | null, O1, P9>
      CompletionDate: F<string | null, never, O2, P25>
      CompletedBy: F<string | null, never, O1, P24 & Model['User']['fields']>
      Alarm: F<boolean | null, boolean | object | null, O1, P9>
      SnoozeUntil: F<string | null, string | object | null, O2, P17>
      IconType: F<string | number | null, string | number | object | null, O2, P30>
      Category: F<string | number | null, string | number | object | null, O2, P18>
      Result: F<string | number | null, string | number | object | null, O2, P18>
      Recurrence: F<object | null, string | number | object | null, never, P53>
      RecurrenceType: F<string | number | null, never, O2, P54>
      RecurrenceKey: F<string | null, never, O1, P1>
      ActionPlanKey: F<string | number | boolean | null, never, never>
      WorkflowKey: F<string | number | boolean | null, never, never>
      WorkflowTaskTemplateKey: F<string | number | boolean | null, never, never>
      WorkflowInstanceKey: F<string | number | boolean | null, never, never>
      DisplayValue: F<string | null, never, O3, P6>
      Creator: F<string | null, never, O1, P24 & Model['User']['fields']>
      CreationDate: F<string | null, never, O2, P25>
      ModifiedBy: F<string | null, never, O1, P24 & Model['User']['fields']>
      LastModifyDate: F<string | null, never, O2, P25>
      Version: F<number, never, O2, P26>
      DeletedDate: F<string | null, never, O2, P25>
      DeletedBy: F<string | null, never, O1, P24 & Model['User']['fields']>
    }
  }
  Territory: {
    required: 'Name'
    fields: {
      Key: F<string, never, O1, P1>
      Name: F<string | null, string | object | null, O3, P5>
      AccountManager: F<string | null, string | object | null, O1, P16 & Model['User']['fields']>
      Active: F<boolean | null, boolean | object | null, O1, P9>
      SortOrder: F<number | null, string | number | object | null, O2, P39>
      DisplayValue: F<string | null, never, O3, P6>
      Creator: F<string | null, never, O1, P24 & Model['User']['fields']>
      CreationDate: F<string | null, never, O2, P25>
      ModifiedBy: F<string | null, never, O1, P24 & Model['User']['fields']>
      LastModifyDate: F<string | null, never, O2, P25>
      Version: F<number, never, O2, P26>
      DeletedDate: F<string | null, never, O2, P25>
      DeletedBy: F<string | null, never, O1, P24 & Model['User']['fields']>
    }
  }
  User: {
    required: 'Uid' | 'LastName' | 'Email'
    fields: {
      Key: F<string, never, O1, P23>
      Uid: F<string | null, string | null, O2>
      FirstName: F<string | null, string | object | null, O3, P5>
      LastName: F<string | null, string | object | null, O3, P5>
      DisplayName: F<string | null, string | object | null, O3, P5>
      Email: F<string | null, string | object | null, O3, P12>
      Enabled: F<boolean | null, boolean | object | null, O1, P9>
      Admin: F<boolean | null, boolean | object | null, O1, P9>
      Culture: F<string | null, string | object | null, O2, P17>
      TimeZone: F<string | null, string | object | null, O2, P17>
      Groups: F<readonly (string)[] | null, readonly (string | object)[] | string | object | null, O5, P27 & Model['SecurityGroup']['fields'], true>
      SsoOnly: F<boolean | null, boolean | object | null, O1, P9>
      Permissions: F<object | null, never, never, P56>
      Password: F<never, string | number | null, never>
      DisplayValue: F<string | null, never, O3, P6>
      Creator: F<string | null, never, O1, P24 & Model['User']['fields']>
      CreationDate: F<string | null, never, O2, P25>
      ModifiedBy: F<string | null, never, O1, P24 & Model['User']['fields']>
      LastModifyDate: F<string | null, never, O2, P25>
      Version: F<number, never, O2, P26>
      DeletedDate: F<string | null, never, O2, P25>
      DeletedBy: F<string | null, never, O1, P24 & Model['User']['fields']>
    }
  }
  History: {
    required: never
    fields: {
      Key: F<string, never, O1, P1>
      ParentKey: F<string | null, never, O1, P57>
      DateTime: F<string | null, never, O2, P25>
      User: F<string | null, never, O1, P24 & Model['User']['fields']>
      Application: F<string | null, never, O3, P6>
      Operation: F<string | null, never, O2, P58>
      Changes: F<readonly (object)[] | null, never, never, P59, true>
      DisplayValue: F<string | null, never, O3, P6>
      Creator: F<string | null, never, O1, P24 & Model['User']['fields']>
      CreationDate: F<string | null, never, O2, P25>
      ModifiedBy: F<string | null, never, O1, P24 & Model['User']['fields']>
      LastModifyDate: F<string | null, never, O2, P25>
      Version: F<number, never, O2, P26>
      DeletedDate: F<string | null, never, O2, P25>
      DeletedBy: F<string | null, never, O1, P24 & Model['User']['fields']>
    }
  }
  Schema: {
    required: never
    fields: {
      Key: F<string, never, O3>
      Alias: F<string | number | boolean | null, never, O3>
      Type: F<string | null, string | object | null, O3, P5>
      Name: F<string | null, string | object | null, O3, P5>
      AppliesTo: F<string | number | boolean | null, never, O3>
      Sortable: F<boolean | null, boolean | object | null, O1, P9>
      Nullable: F<boolean | null, boolean | object | null, O1, P9>
      Assignable: F<boolean | null, boolean | object | null, O1, P9>
      Queryable: F<string | number | boolean | null, never, O3>
      Mandatory: F<boolean | null, never, O1>
      Attributes: F<readonly (object)[] | null, never, never, never, true>
      HasOption: F<boolean | null, boolean | object | null, O1, P9>
      DisplayValue: F<string | null, string | object | null, O3, P5>
      Inactive: F<boolean | null, boolean | object | null, O1, P9>
      Description: F<string | null, string | object | null, O3, P5>
      TAG: F<string | null, string | object | null, O3, P5>
      Folder: F<string | null, string | object | null, O3, P5>
      RequestedBy: F<string | null, string | object | null, O3, P5>
      Formula: F<string | null, string | object | null, O3, P5>
      ReadOnly: F<boolean | null, boolean | object | null, O1, P9>
      AlwaysMandatory: F<boolean | null, boolean | object | null, O1, P9>
      Items: F<readonly (object)[] | null, never, never, P60, true>
    }
  }
}
