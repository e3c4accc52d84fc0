package options

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
)

// Bind returns the options of a struct, given by pointer, in the order of its fields. A field
// of one of the types of [New] with the key option in its tag is an option. A field that has
// a method Options, and a struct, contribute theirs, unless the tag is options:"-". The keys of the tag are
//
//	option    name
//	doc       meaning
//	default   value that Bind sets; without it the field holds the default
//	shown     default as help shows it, if that is not the value
//	group     heading in help; on a struct, that of its fields without one
//	range     minimum and maximum of a whole number, as in "1:100"
//	words     the words that a text can be, separated by "|", the first for ""
//	complete  words that a shell offers, separated by "|"
//	folder    "true": the value is a folder, which must not be a file
//	each      "true": a list of texts is not comma-separated, but takes one each time it is set
//	bare      value if the command line has the name only
//	required  "true": a command needs it
//	argument  "true": a command has it as an argument
//	excludes  names of options that cannot be given with it, separated by ","
//
// It panics if a tag is wrong.
func Bind(to any) List { return bind(reflect.ValueOf(to).Elem(), "") }

// lister is a part of a struct that has options.
type lister interface{ Options() List }

// bind returns the options of a struct, which are in a group unless their tags say otherwise.
func bind(of reflect.Value, group string) (all List) {
	for i := range of.NumField() {
		field, tag := of.Type().Field(i), of.Type().Field(i).Tag
		is := field.Type
		if is.Kind() == reflect.String {
			is = reflect.TypeFor[string]() // also for types of texts
		}
		variable := reflect.NewAt(is, of.Field(i).Addr().UnsafePointer()) // unexported fields too
		name, ok := tag.Lookup("option")
		if tag.Get("options") == "-" {
			continue
		}
		if !ok {
			if part, ok := variable.Interface().(lister); ok {
				all = append(all, part.Options()...)
			} else if field.Type.Kind() == reflect.Struct {
				all = append(all, bind(variable.Elem(), tag.Get("group"))...)
			}
			continue
		}
		o, err := tagged(variable.Interface(), name, tag)
		if err != nil {
			panic(fmt.Sprintf("options: field %s of %v: %v", field.Name, of.Type(), err))
		}
		if o.Group == "" {
			o.Group = group
		}
		all = append(all, o)
	}
	return all
}

// tagged returns the option of a variable with the tag of a field.
func tagged(variable any, name string, tag reflect.StructTag) (*Option, error) {
	if all, ok := tag.Lookup("words"); ok {
		variable = &words{variable.(*string), strings.Split(all, "|")}
	} else if tag.Get("each") == "true" {
		variable = &texts{variable: variable.(*[]string)}
	}
	o := New(variable, name, tag.Get("doc"))
	o.Group = tag.Get("group")
	o.Required, o.Argument = tag.Get("required") == "true", tag.Get("argument") == "true"
	if names, ok := tag.Lookup("excludes"); ok {
		o.Excludes = strings.Split(names, ",")
	}
	if text, ok := tag.Lookup("bare"); ok {
		o.Bare = text
	}
	if w, ok := o.Value.(*words); ok {
		o.Words = w.all
	}
	if all, ok := tag.Lookup("complete"); ok {
		o.Words = strings.Split(all, "|")
	}
	o.Folder = tag.Get("folder") == "true"
	if text, ok := tag.Lookup("range"); ok {
		low, high, _ := strings.Cut(text, ":")
		var err error
		if o.Low, err = strconv.ParseInt(low, 10, 64); err != nil {
			return nil, err
		}
		if o.High, err = strconv.ParseInt(high, 10, 64); err != nil {
			return nil, err
		}
	}
	if text, ok := tag.Lookup("default"); ok {
		texts := []string{text}
		if _, ok := o.Value.(Slice); ok {
			texts = strings.Split(text, ",")
		}
		if err := o.Restore(texts); err != nil {
			return nil, fmt.Errorf("default %q: %w", text, err)
		}
		o.Default, o.began = o.String(), o.String()
	}
	if text, ok := tag.Lookup("shown"); ok {
		o.Default = text
	}
	if o.Doc == "" {
		return nil, fmt.Errorf("option %q has no doc", name)
	}
	return o, nil
}
